import { planNameCharactersMax } from '../../../identity/plan/change-plans.ts'
import { choice, int4Max, line, list, onOff, wholeNumber } from '../../value.ts'

export const planName = line(planNameCharactersMax, 'PLAN')

const micros = wholeNumber(0, Number.MAX_SAFE_INTEGER)

export const planOptions = {
  services: { value: list(choice(['sms', 'files'])), description: 'services that are included' },
  smsDaily: { value: wholeNumber(0, int4Max), description: 'recipients a UTC day' },
  payg: { value: onOff, description: 'whether sends beyond the daily allowance are metered' },
  capMicros: { value: micros, description: 'monthly cap on metered sends, in micro-units' },
  priceMicros: { value: micros, description: 'price of a metered segment, in micro-units' },
} as const

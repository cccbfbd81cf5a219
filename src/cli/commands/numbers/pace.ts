import { outstandingLimit } from '../../../sms/number/send-rate.ts'
import { type OperatorNumber } from '../../../sms/number/operator-numbers.ts'
import { defineCommand } from '../../command.ts'
import { id, int4Max, numberOrUnlimited, wholeNumber, yesNo } from '../../value.ts'
import { changeAudited } from './change.ts'

const parts = numberOrUnlimited(1, int4Max)

export const setNumberPace = defineCommand({
  words: ['numbers', 'pace'],
  summary: 'Change the send rate limits of a number; omitted options stay unchanged',
  positionals: { id: { value: id, description: 'id of the number' } },
  options: {
    perMinute: { value: parts, description: 'parts in any minute' },
    perHalfHour: { value: parts, description: 'parts in any 30 minutes' },
    perHour: { value: parts, description: 'parts in any hour' },
    perDay: { value: parts, description: 'parts in any 24 hours' },
    outstanding: {
      value: wholeNumber(1, outstandingLimit),
      description: 'unreported messages that it may have',
    },
    warmUp: {
      value: yesNo,
      description: 'whether the daily parts grow from 30, by half each day, from now on',
    },
    coolDown: {
      value: yesNo,
      description: 'whether it pauses for half an hour when 10 of its last 20 messages failed',
    },
  },
  example: 'bureau numbers pace 3 --per-half-hour 30 --per-day 500',

  run(context, { id: numberId, outstanding, warmUp, coolDown, ...budgets }) {
    const sendRate = { ...budgets, outstandingMax: outstanding, warmsUp: warmUp, coolsDown: coolDown }
    return changeAudited(context, numberId, { sendRate })
  },
  print: (number) => `Number ${number.id} sends ${minimumThroughput(number)}.`,
})

/** `30 parts in 30 min, 500 a day`. */
export function minimumThroughput(number: OperatorNumber): string {
  const budgets = [
    [number.per_minute, 'a minute'],
    [number.per_half_hour, 'in 30 min'],
    [number.per_hour, 'an hour'],
    [number.per_day, 'a day'],
  ] as const
  const limits = budgets.flatMap(([limit, span]) => (limit === null ? [] : [`${limit} ${span}`]))
  const pace = limits.length === 0 ? 'as fast as it can' : `at most ${limits.join(', ')}`
  return number.warms_up ? `${pace}, warming up` : pace
}

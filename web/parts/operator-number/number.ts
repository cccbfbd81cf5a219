import type { Data } from '../../api/call.ts'
import { operatorNumberWords as words } from '../../words/words.ts'

export type OperatorNumber = Data<'listOperatorNumbers'>[number]
export type NumberDetails = Data<'getOperatorNumber'>

/** Carriers whose numbers can be added. */
export const carriers = ['simulator', 'android'] as const
export type Carrier = (typeof carriers)[number]

export const carrierOptions = carriers.map((value) => ({
  value,
  label: words.carriers[value],
  note: words.carrierNotes[value],
}))

export const stateWord = ({ online, paused }: OperatorNumber): string =>
  !online ? words.states.offline : paused === null ? words.states.online : words.states.paused

export const spans = ['per_minute', 'per_half_hour', 'per_hour', 'per_day'] as const

export const paceText = (number: OperatorNumber): string =>
  words.paceOf(
    spans.flatMap((span) => {
      const parts = number[span]
      return parts === null ? [] : [words.shortSpans[span](parts)]
    }),
    number.warms_up,
  )

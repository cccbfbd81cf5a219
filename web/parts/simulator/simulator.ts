import type { Data } from '../../api/call.ts'
import { simulatorWords } from '../../words/words.ts'

export type SimulatedNumber = Data<'getSimulator'>['numbers'][number]
export type Person = Data<'listSimulatedPeople'>[number]
export type Text = Data<'listSimulatedTexts'>[number]

const words = simulatorWords

/** What a person sees of a text on their phone. */
export function stateOf({ status, error }: Text, held: boolean): { word: string; reason?: string } {
  if (status === 'sent' && held) return { word: words.states.held }
  const word = words.states[status]
  return error === null ? { word } : { word, reason: words.reason(error.code, error.message) }
}

/** "texts arrive after 0.4 s, 10% fail" */
export function behaviorLine({ behavior }: SimulatedNumber): string {
  const { summary } = words
  return [
    summary.delay(behavior.deliver_ms),
    ...(behavior.fail_rate > 0 ? [summary.fails(behavior.fail_rate)] : []),
    ...(behavior.busy_rate > 0 ? [summary.busy(behavior.busy_rate)] : []),
    ...(behavior.hold ? [summary.held] : []),
  ].join(', ')
}

/** The first number reserved for fiction that nobody here has, from (202) 555-0100 to 0199. */
export function unusedPhone(taken: readonly string[]): string | undefined {
  for (let line = 100; line < 200; line++) {
    const phone = `+12025550${line}`
    if (!taken.includes(phone)) return phone
  }
  return undefined
}

/** Why the person cannot answer, as far as it can be known. */
export const silentReason = (number: SimulatedNumber, texts: readonly Text[]): string | undefined =>
  number.dedicated || texts.some(({ direction }) => direction === 'out') ? undefined : words.textFirst

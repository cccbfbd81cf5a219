/** What a text that is nothing but one of these words asks for: docs/api/sms.md#stop-words. */
export type Keyword = 'stop' | 'start' | 'help'

const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']

const keywords: ReadonlyMap<string, Keyword> = new Map([
  ...stopWords.map((word) => [word, 'stop'] as const),
  ...['START', 'UNSTOP'].map((word) => [word, 'start'] as const),
  ['HELP', 'help'],
])

/** Longer texts are no keyword, whatever is around it; looking through a megabyte of blanks would take minutes. */
const keywordTextMax = 100

/** Blanks, marks, hyphens of every kind, and what phones add unseen. */
const marks = String.raw`[\s\p{P}\p{S}\p{Cf}\p{M}]+`
const around = new RegExp(`^${marks}|${marks}$`, 'gu')
const inTwoWords = new RegExp(`^(STOP|OPT)${marks}(ALL|OUT)$`, 'u')

/** The keyword that a text is: in any case, with blanks and marks around it, "stop all" and "opt-out" in one word or two. */
export function keywordOf(body: string): Keyword | undefined {
  if (body.length > keywordTextMax) return undefined
  const word = body.normalize('NFKC').replaceAll(around, '').toUpperCase()
  return keywords.get(word.replace(inTwoWords, '$1$2'))
}

/** What the phone is answered. */
export const replies: Readonly<Record<Keyword, string>> = {
  stop: 'You will get no more messages from this sender. Reply START to get them again.',
  start: 'You will get messages from this sender again. Reply STOP to get no more.',
  help: 'Reply STOP to get no more messages from this sender, START to get them again.',
}

/** The error of a message to a phone that opted out. */
export const optedOut = {
  code: 'opted_out',
  message: 'The recipient asked for no more messages by replying STOP.',
}

/** HELP of a phone is answered once in this time, so that two machines do not answer each other forever. */
export const helpPauseMs = 60_000

/** docs/api/sms.md#stop-words. */
export type Keyword = 'stop' | 'start' | 'help'

const stopWords = ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT']

const keywords: ReadonlyMap<string, Keyword> = new Map([
  ...stopWords.map((word) => [word, 'stop'] as const),
  ...['START', 'UNSTOP'].map((word) => [word, 'start'] as const),
  ['HELP', 'help'],
])

/** Longer texts are no keyword; matching a megabyte of blanks would take minutes. */
const keywordTextMax = 100

const marks = String.raw`[\s\p{P}\p{S}\p{Cf}\p{M}]+`
const around = new RegExp(`^${marks}|${marks}$`, 'gu')
const inTwoWords = new RegExp(`^(STOP|OPT)${marks}(ALL|OUT)$`, 'u')

export function keywordOf(body: string): Keyword | undefined {
  if (body.length > keywordTextMax) return undefined
  const word = body.normalize('NFKC').replaceAll(around, '').toUpperCase()
  return keywords.get(word.replace(inTwoWords, '$1$2'))
}

export const replies: Readonly<Record<Keyword, string>> = {
  stop: 'You will get no more messages from this sender. Reply START to get them again.',
  start: 'You will get messages from this sender again. Reply STOP to get no more.',
  help: 'Reply STOP to get no more messages from this sender, START to get them again.',
}

export const optedOut = {
  code: 'opted_out',
  message: 'The recipient asked for no more messages by replying STOP.',
}

/** Minimum interval between answers to HELP, so that two machines do not answer each other forever. */
export const helpPauseMs = 60_000

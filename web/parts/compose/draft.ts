/** What is written to a phone and not sent. Kept while the app is open. */
export interface Draft {
  readonly body: string
  /** `pool` or the ID of a number. undefined: the suggested one. */
  readonly from?: string | undefined
  readonly ttl: Ttl
}

export const ttls = ['3600', '86400', '259200', '604800'] as const
export type Ttl = (typeof ttls)[number]

export const pool = 'pool'
export const emptyDraft: Draft = { body: '', ttl: '86400' }

const drafts = new Map<string, Draft>()

export const draftFor = (place: string): Draft => drafts.get(place) ?? emptyDraft

export function keepDraft(place: string, draft: Draft): void {
  if (draft === emptyDraft) drafts.delete(place)
  else drafts.set(place, draft)
}

/** Random, also on plain http, where `randomUUID` is missing. */
export const newSendKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/** Of one composed text, however often it is sent: a text that is sent again after a failure reaches the phone once. */
export function sendKeys() {
  const known = new Map<string, string>()
  return {
    keyFor(content: object): string {
      const text = JSON.stringify(content)
      const key = known.get(text) ?? newSendKey()
      known.set(text, key)
      return key
    },
    /** It was taken: the same words are another text from now on. */
    done(taken: string): void {
      for (const [text, key] of known) if (key === taken) known.delete(text)
    },
  }
}

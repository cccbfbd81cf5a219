import { value } from '../../uploads/value.ts'

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

export const drafts = value<ReadonlyMap<string, Draft>>(new Map())

export const draftFor = (place: string): Draft => drafts.get().get(place) ?? emptyDraft

export function changeDraft(place: string, change: Partial<Draft>): void {
  drafts.set(new Map(drafts.get()).set(place, { ...draftFor(place), ...change }))
}

/** Puts a text that was not sent above what was typed meanwhile. Returns whether there was something. */
export function giveBack(place: string, body: string): boolean {
  const typed = draftFor(place).body
  changeDraft(place, { body: typed === '' ? body : `${body}\n${typed}` })
  return typed !== ''
}

/** Random, also on plain http, where `randomUUID` is missing. */
export const newSendKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )

/**
 * Each send has a key of its own. Only what failed and is sent again without a change has the key of the failed send, so
 * that it reaches the phone once.
 */
export function sendKeys() {
  const failed = new Map<string, string>()
  return {
    keyFor(content: object): string {
      const key = failed.get(JSON.stringify(content)) ?? newSendKey()
      failed.clear()
      return key
    },
    failed(content: object, key: string): void {
      failed.set(JSON.stringify(content), key)
    },
  }
}

type SendKeys = ReturnType<typeof sendKeys>
const keysOfPlaces = new Map<string, SendKeys>()

/** The keys of a place, which outlive its form as drafts do. */
export function sendKeysOf(place: string): SendKeys {
  const keys = keysOfPlaces.get(place) ?? sendKeys()
  keysOfPlaces.set(place, keys)
  return keys
}

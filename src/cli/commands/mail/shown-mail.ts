import type { StoredMail } from '../../../platform/mail/store.ts'

export interface ShownMail {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly created_at: string
  readonly status: 'waiting' | 'sent' | 'given_up'
  readonly error: string | null
}

export function toShownMail(mail: StoredMail): ShownMail {
  const { id, to, subject, text, html, links, created_at, sent_at, failed_at, error } = mail
  const status = sent_at ? 'sent' : failed_at ? 'given_up' : 'waiting'
  return { id, to, subject, text, html, links, created_at: created_at.toISOString(), status, error }
}

export const statusOf = ({ status, error }: ShownMail): string =>
  `${status.replace('_', ' ')}${error === null ? '' : ` (${error})`}`

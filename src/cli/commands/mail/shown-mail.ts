import type { StoredMail } from '../../../platform/mail/store.ts'

/** A mail as commands print it. */
export interface ShownMail {
  readonly id: number
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly created_at: string
  readonly status: 'waiting' | 'sent' | 'given_up'
  /** Why it waits or was given up. */
  readonly error: string | null
}

export const toShownMail = ({
  queued_at: _,
  sent_at,
  failed_at,
  created_at,
  ...mail
}: StoredMail): ShownMail => ({
  ...mail,
  created_at: created_at.toISOString(),
  status: sent_at ? 'sent' : failed_at ? 'given_up' : 'waiting',
})

/** What became of a mail, for people. */
export const statusOf = ({ status, error }: ShownMail): string =>
  `${status.replace('_', ' ')}${error === null ? '' : ` (${error})`}`

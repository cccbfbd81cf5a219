/** A mail to one person. Links are kept apart from the text so that an operator can copy them from the outbox. */
export interface MailDraft {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

/** The job that sends a mail; a transaction enqueues it by name, because the job itself knows the database. */
export const deliverMailName = 'deliver-mail'
export const deliverMailAttemptsMax = 20

/** What the job is told. */
export interface DeliverMailPayload {
  readonly mail_id: number
}

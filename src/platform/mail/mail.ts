/** A mail to one person. Links are kept apart from the text so that an operator can copy them from the outbox. */
export interface MailDraft {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

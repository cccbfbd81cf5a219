/** A mail to one person. Links are kept apart from the text so that an operator can copy them from the outbox. */
export interface MailDraft {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

/** What a mail is for. Each feature that sends mails has a kind. */
export interface MailKind {
  readonly name: string
  /** Mails of this kind to one address in the window, over all workspaces. */
  readonly perRecipientMax: number
  /** Those of them that one caller may cause, so that a stranger does not spend the recipient's own. */
  readonly perCallerMax?: number
  /** An hour unless it is given; an hour at most. */
  readonly windowMs?: number
}

/** Why a mail is sent, by which mails are limited: limits.ts. */
export interface MailCause {
  readonly kind: MailKind
  /** The workspace that the mail is about; null when it is about none. */
  readonly scopeId: number | null
  /** Of the caller who makes us send it; null when nobody does. */
  readonly address: string | null
}

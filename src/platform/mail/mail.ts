/** Links are separate, so that an operator can copy them from the outbox. */
export interface MailDraft {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

/** One per feature that sends mails. */
export interface MailKind {
  readonly name: string
  /** Per address and window, over all scopes. */
  readonly perRecipientMax: number
  /** Of `perRecipientMax`, so that one caller can't exhaust it. */
  readonly perCallerMax?: number
  /** Default and maximum: an hour. */
  readonly windowMs?: number
}

/** For limits.ts. */
export interface MailCause {
  readonly kind: MailKind
  /** What the mail is about; null for nothing in particular. */
  readonly scopeId: number | null
  /** The caller's IP address; null without a caller. */
  readonly address: string | null
}

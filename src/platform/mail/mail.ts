/** Links are separate, so that an operator can copy them from the outbox. */
export interface MailDraft {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
}

export interface MailKind {
  readonly name: string
  /** Per address and window, over all scopes. */
  readonly perRecipientMax: number
  /** Of `perRecipientMax`, so that one caller can't exhaust it. */
  readonly perCallerMax?: number
  /** Default and maximum: an hour. */
  readonly windowMs?: number
}

export interface MailCause {
  readonly kind: MailKind
  readonly scopeId: number | null
  readonly address: string | null
}

export interface Month {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
}

/** By the ledger. Money is in micro-units. */
export interface AccountUsage {
  readonly workspace_id: number
  readonly messages: number
  readonly segments: number
  readonly allowance: number
  readonly metered: number
  readonly charged_micros: number
  /** Refunds of messages that no number took; also of those charged before the period. */
  readonly reversed_micros: number
  readonly micros: number
}

export interface UsageDifference {
  readonly workspace_id: number
  readonly day: string
  readonly micros: readonly [messages: number, ledger: number, account: number]
  readonly recipients: readonly [ledger: number, account: number]
}

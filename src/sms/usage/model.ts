/** A month of the calendar in UTC. */
export interface Month {
  readonly year: number
  /** 1 to 12. */
  readonly month: number
}

/** From an instant on, up to another one. */
export interface Period {
  readonly from: Date
  readonly until: Date
}

/** What an account used in a period, by the ledger. Money is in micro-units. */
export interface AccountUsage {
  readonly workspace_id: number
  readonly messages: number
  readonly segments: number
  /** Messages within the daily allowance. */
  readonly allowance: number
  /** Messages beyond it. */
  readonly metered: number
  readonly charged_micros: number
  /** Of messages that no phone took; also of those that were charged before the period. */
  readonly reversed_micros: number
  /** What remains to be paid. */
  readonly micros: number
}

/** A day of an account on which the sums differ. */
export interface UsageDifference {
  readonly workspace_id: number
  readonly day: string
  /** Charged and not taken back: by the messages, by the ledger, and as the cap is decided by. */
  readonly micros: readonly [messages: number, ledger: number, account: number]
  /** Recipients: by the ledger, and as the allowance is decided by. */
  readonly recipients: readonly [ledger: number, account: number]
}

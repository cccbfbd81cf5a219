/** First attempts go before retries: each lane has places of its own. */
export const firstLane = 0
export const retryLane = 1
export type Lane = typeof firstLane | typeof retryLane
/** Deliveries of a webhook whose creator's account is disabled. Enabling it moves them back: migration 0054. */
export const pausedLane = 2

/** A webhook with deliveries that may begin. */
export interface Waiting {
  readonly workspaceId: number
  readonly webhookId: number
}

/** How many deliveries of a webhook a claim takes. */
export interface Share extends Waiting {
  readonly count: number
}

/** A delivery that a claim took, with what an attempt needs of its webhook. */
export interface TakenDelivery {
  readonly id: number
  readonly claimId: number
  readonly workspaceId: number
  readonly webhookId: number
  readonly event: string
  /** The payload as JSON. */
  readonly data: string
  /** The one that begins now included. */
  readonly attempts: number
  readonly createdAt: Date
  readonly url: string
  readonly sealedSecret: Buffer
  readonly active: boolean
  readonly createdBy: number
}

/** What came of one attempt. */
export interface Result {
  /** The status of the answer, null without one. */
  readonly status: number | null
  /** Why it does not count as delivered, null when it does. */
  readonly error: string | null
}

/** What is written of a delivery when its turn is over. */
export interface Outcome {
  readonly id: number
  readonly claimId: number
  /** False when the delivery ended without an attempt: then the claim does not count as one. */
  readonly attempted: boolean
  readonly result: Result
  readonly endedAt: Date
  /** When the next attempt may begin; null when there is none. */
  readonly nextAt: Date | null
}

/** Queues of their own, so that retries never delay first attempts. */
export const firstLane = 0
export const retryLane = 1
export type DeliveryLane = typeof firstLane | typeof retryLane
/** Deliveries of a webhook whose creator's account is disabled; enabling it moves them back. */
export const pausedLane = 2

export interface WaitingWebhook {
  readonly workspaceId: number
  readonly webhookId: number
}

export interface DeliveryAllocation extends WaitingWebhook {
  readonly count: number
}

export interface TakenDelivery {
  readonly id: number
  readonly claimId: number
  readonly workspaceId: number
  readonly webhookId: number
  readonly event: string
  readonly data: string
  /** Including the one that begins now. */
  readonly attempts: number
  readonly createdAt: Date
  readonly url: string
  readonly sealedSecret: Buffer
  readonly active: boolean
  readonly createdBy: number
}

export interface AttemptResult {
  readonly status: number | null
  readonly error: string | null
}

export interface DeliveryOutcome {
  readonly id: number
  readonly workspaceId: number
  readonly claimId: number
  /** False when the delivery ended without an attempt; the claim is then not counted as one. */
  readonly attempted: boolean
  readonly result: AttemptResult
  readonly endedAt: Date
  readonly nextAt: Date | null
}

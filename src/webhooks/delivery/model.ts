/** Queues of their own, so that retries never delay first attempts. */
export const firstLane = 0
export const retryLane = 1
export type DeliveryLane = typeof firstLane | typeof retryLane
/** Deliveries of a webhook whose creator's account is disabled, or whose workspace is being deleted, until that ends. */
export const pausedLane = 2

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

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
  /** A sample that a person sent to this webhook. */
  readonly test: boolean
  /** Since it was last queued, including the one that begins now. */
  readonly attempts: number
  readonly sentAgain: boolean
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

export interface AttemptRecord extends AttemptResult {
  /** The timestamp in the body; null when nothing was signed. */
  readonly sentAt: Date | null
  /** The first characters of the response. */
  readonly excerpt: string | null
}

export interface DeliveryOutcome {
  readonly id: number
  readonly workspaceId: number
  readonly claimId: number
  /** False when the delivery ended without an attempt; the claim is then not counted as one. */
  readonly attempted: boolean
  readonly result: AttemptRecord
  readonly endedAt: Date
  readonly nextAt: Date | null
}

/** A phone with an open event stream. */
export interface ListeningPhone {
  readonly deviceId: string
  readonly numberId: number
  readonly pool: boolean
  /** Whether it may take another message. */
  readonly hasRoom: boolean
  /** Whether messages are queued that only this phone may send. */
  readonly hasOwn: boolean
  readonly servedAt: Date | null
}

export interface ListeningPhone {
  readonly deviceId: string
  readonly numberId: number
  readonly pool: boolean
  readonly hasRoom: boolean
  /** Whether messages are queued that only this phone may send. */
  readonly hasOwn: boolean
  readonly servedAt: Date | null
}

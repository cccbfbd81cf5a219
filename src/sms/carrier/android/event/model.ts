/** A phone with an open stream, as the announcing of work sees it. */
export interface ListeningPhone {
  readonly deviceId: string
  readonly numberId: number
  readonly pool: boolean
  /** Whether it may take more, and so is worth waking. */
  readonly hasRoom: boolean
  /** Whether something waits that only this phone may send. */
  readonly hasOwn: boolean
  /** When it last took something. */
  readonly servedAt: Date | null
}

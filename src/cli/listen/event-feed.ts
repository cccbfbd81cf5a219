export interface ListedEvent {
  readonly id: number
  readonly event: string
  readonly workspace_id: number
  readonly created_at: string
  readonly data: unknown
}

/** Longer than a transaction may take: an event that commits late has a smaller id than earlier ones. */
const settledMs = 60_000

/** Finds new events although their ids become visible out of order. */
export class EventFeed {
  /** Id → when it was first listed. */
  readonly #seen = new Map<number, number>()
  #floor: number

  constructor(after: number) {
    this.#floor = after
  }

  /** All events up to this id are settled. */
  get floor(): number {
    return this.#floor
  }

  take<Event extends { readonly id: number }>(listed: readonly Event[], nowMs: number): Event[] {
    const fresh = listed.filter(({ id }) => id > this.#floor && !this.#seen.has(id))
    for (const { id } of fresh) this.#seen.set(id, nowMs)
    this.#settle(nowMs)
    return fresh
  }

  #settle(nowMs: number): void {
    for (const [id, atMs] of [...this.#seen].toSorted(([a], [b]) => a - b)) {
      if (nowMs - atMs < settledMs) return
      this.#seen.delete(id)
      this.#floor = id
    }
  }
}

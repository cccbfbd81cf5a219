import type { Queryable } from '../../platform/database/database.ts'

interface Cached<Value> {
  readonly revision: string
  readonly value: Value
}

export class RevisionCache<Value> {
  /** By installation, because a test may run several in one process. */
  readonly #caches = new WeakMap<Queryable, Map<string, Cached<Value>>>()
  readonly #weightMax: number
  readonly #weightOf: (value: Value) => number

  constructor(weightMax: number, weightOf: (value: Value) => number) {
    this.#weightMax = weightMax
    this.#weightOf = weightOf
  }

  /** Read `revision` before the value: a change in between then only makes the value look older than it is. */
  async get(database: Queryable, name: string, revision: string, read: () => Promise<Value>): Promise<Value> {
    const cache = this.#caches.get(database) ?? new Map<string, Cached<Value>>()
    this.#caches.set(database, cache)
    const known = cache.get(name)
    const newest = known?.revision === revision ? known : { revision, value: await read() }
    cache.delete(name)
    cache.set(name, newest)
    if (newest !== known) this.#evict(cache)
    return newest.value
  }

  #evict(cache: Map<string, Cached<Value>>): void {
    let weight = 0
    for (const { value } of cache.values()) weight += this.#weightOf(value)
    for (const [oldest, { value }] of cache) {
      if (weight <= this.#weightMax) return
      cache.delete(oldest)
      weight -= this.#weightOf(value)
    }
  }
}

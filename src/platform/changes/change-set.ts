export type ChangeId = number | string

/** One person in a scope. */
export type PersonScope = `${number}:${number}`

export const personScope = (scope: number, userId: number): PersonScope => `${scope}:${userId}`

/** Whose streams learn of it: a scope, a person in it, the operators, or everyone when too much changed at once. */
export type ChangeScope = number | PersonScope | 'operators' | 'everyone'

/** What changed, never the data. */
export interface Change {
  readonly scope: ChangeScope
  readonly topic: string
  /** null: anything of the topic. */
  readonly ids: readonly ChangeId[] | null
}

/** Distinct ids of a topic. More of them count as anything. */
const idsMax = 20
const keysMax = 1000

interface Merged {
  readonly scope: ChangeScope
  readonly topic: string
  ids: Set<ChangeId> | null
}

/** Merges changes of a scope and topic. Bounded: changes of too many scopes become those of everyone. */
export class ChangeSet {
  readonly #merged = new Map<string, Merged>()

  get size(): number {
    return this.#merged.size
  }

  add({ scope, topic, ids }: Change): void {
    const key = `${scope} ${topic}`
    const known = this.#merged.get(key)
    if (!known && scope !== 'operators' && scope !== 'everyone' && this.#merged.size >= keysMax)
      return this.add({ scope: 'everyone', topic, ids: null })
    const merged = known ?? { scope, topic, ids: new Set<ChangeId>() }
    this.#merged.set(key, merged)
    if (ids === null) merged.ids = null
    for (const id of ids ?? []) merged.ids?.add(id)
    if (merged.ids && merged.ids.size > idsMax) merged.ids = null
  }

  /** Empties the set. */
  take(): readonly Change[] {
    const changes = [...this.#merged.values()].map((each) => ({ ...each, ids: each.ids && [...each.ids] }))
    this.#merged.clear()
    return changes
  }
}

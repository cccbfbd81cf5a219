import type { Change } from '../changes/change-set.ts'

export const eventChannel = 'platform.event'

/** ARCHITECTURE.md#life-of-an-event */
export interface EventDraft {
  readonly name: string
  readonly scopeId: number
  /** Rendered at the change; delivery adds nothing. */
  readonly data: unknown
  /** Only subscribers of `*` receive it. */
  readonly wildcardOnly?: boolean
  /** What open streams learn of. */
  readonly changes?: readonly Omit<Change, 'scope'>[]
}

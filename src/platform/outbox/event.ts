/** Announces, after a commit, that events were recorded. */
export const eventChannel = 'platform.event'

/** Something that happened in a workspace, as its subscribers will be told: ARCHITECTURE.md#life-of-an-event. */
export interface EventDraft {
  readonly name: string
  readonly scopeId: number
  /** The payload as rendered at the moment of the change; delivery adds nothing to it. */
  readonly data: unknown
  /** Only subscribers of `*` are told, who take every event. */
  readonly wildcardOnly?: boolean
}

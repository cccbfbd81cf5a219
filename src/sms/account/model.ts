/** The account of the operator's own messages. No workspace has this id, so no API key can read them. */
export const systemAccountId = 0

/** The account of an API key, and the number that the key is bound to, which hides all others. */
export interface KeyScope {
  readonly workspaceId: number
  readonly numberId: number | null
}

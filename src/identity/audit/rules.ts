/** `member.invite` for `inviteMember`: the log is read by noun. */
export function actionOf(operation: string): string {
  const [verb = operation, ...nouns] = operation.split(/(?=[A-Z])/)
  return nouns.length === 0 ? verb : `${nouns.join('-').toLowerCase()}.${verb}`
}

/** These refusals are not counted against a limit, so a caller can cause any number of them. */
const uncounted: ReadonlySet<string> = new Set(['limit_reached', 'limits_unavailable'])

/** Entries of their own would fill the disk. */
export const isSummedUp = (reason: string | undefined): boolean =>
  reason !== undefined && uncounted.has(reason)

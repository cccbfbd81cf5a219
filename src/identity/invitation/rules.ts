const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** docs/api/iam.md#limits */
const perRecipientMax = 3
const perInviterMax = 20
const perWorkspaceMax = 100
const pendingMax = 200
/** Minimum interval between two invitations of one address through the provisioning API. */
const pauseMs = 10 * 60 * 1000

/** Recent invitations, and how many others of the workspace are pending. */
export interface InvitationCounts {
  /** To the address for the workspace within a day, through IAM. */
  readonly to_recipient: number
  readonly to_recipient_first: Date | null
  /** By the inviter within an hour, through IAM. */
  readonly by_inviter: number
  readonly by_inviter_first: Date | null
  /** Of the workspace within a day, through IAM. */
  readonly of_workspace: number
  readonly of_workspace_first: Date | null
  readonly pending: number
}

export interface InvitationLimit {
  readonly limit: 'recipient_day' | 'inviter_hour' | 'workspace_day'
  readonly retrySeconds: number
}

/** The limit with the longest wait; undefined when the invitation may be sent. */
export function limitReached(counts: InvitationCounts, now: Date): InvitationLimit | undefined {
  const over = (
    limit: InvitationLimit['limit'],
    count: number,
    max: number,
    first: Date | null,
    ms: number,
  ) => {
    if (count < max || !first) return []
    return [{ limit, retrySeconds: Math.max(1, Math.ceil((first.getTime() + ms - now.getTime()) / 1000)) }]
  }
  const reached = [
    ...over('recipient_day', counts.to_recipient, perRecipientMax, counts.to_recipient_first, dayMs),
    ...over('inviter_hour', counts.by_inviter, perInviterMax, counts.by_inviter_first, hourMs),
    ...over('workspace_day', counts.of_workspace, perWorkspaceMax, counts.of_workspace_first, dayMs),
  ]
  return reached.toSorted((a, b) => b.retrySeconds - a.retrySeconds)[0]
}

export const tooManyPending = ({ pending }: InvitationCounts): boolean => pending >= pendingMax

export const pauseStart = (now: Date): Date => new Date(now.getTime() - pauseMs)

/** Seconds until the address may be invited again through the provisioning API, or 0. `last` is the last mail. */
export const pauseSeconds = (last: Date | undefined, now: Date): number =>
  last ? Math.max(0, Math.ceil((last.getTime() + pauseMs - now.getTime()) / 1000)) : 0

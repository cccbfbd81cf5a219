import type { LinkKind, LinkRow } from './model.ts'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** How long a link works, in seconds: docs/api/accounts.md#limits. */
export const linkSeconds: Readonly<Record<LinkKind, number>> = {
  welcome: 72 * hour,
  reset: 30 * minute,
  invitation: 14 * day,
}

/** First path segment of each link on the files origin. */
export const linkPath: Readonly<Record<LinkKind, `/${string}`>> = {
  welcome: '/welcome',
  reset: '/reset',
  invitation: '/invitation',
}

export type LinkState = 'valid' | 'used' | 'expired' | 'revoked'

export function stateOf(link: Pick<LinkRow, 'used_at' | 'revoked_at' | 'expires_at'>, now: Date): LinkState {
  if (link.used_at) return 'used'
  if (link.revoked_at) return 'revoked'
  return link.expires_at <= now ? 'expired' : 'valid'
}

import type { z } from 'zod'
import { listInvitations } from '../../identity/invitation/store.ts'
import { listMembers, type ListedMember } from '../../identity/member/store.ts'
import { plainTime } from '../../platform/clock.ts'
import type { Queryable } from '../../platform/database/database.ts'
import { pagesOf } from '../../platform/database/pages.ts'
import { toInvite } from '../invite/model.ts'
import type { Member } from '../member/model.ts'

/** `GET /members` without pending invitations. */
export async function* exportMembers(
  database: Queryable,
  workspaceId: number,
): AsyncGenerator<readonly object[]> {
  const pages = pagesOf<ListedMember>((last, limit) =>
    listMembers(database, workspaceId, { after: last?.user_id ?? 0, limit }),
  )
  for await (const page of pages) yield page.map(toMember)
}

const toMember = (row: ListedMember): z.output<typeof Member> => ({
  user_id: row.user_id,
  email: row.email,
  name: `${row.first_name} ${row.last_name}`.trim() || null,
  role: row.role,
  status: 'active',
  joined_at: plainTime(row.joined_at),
})

/** `GET /invites`. */
export async function* exportInvitations(
  database: Queryable,
  workspaceId: number,
  now: Date,
): AsyncGenerator<readonly object[]> {
  yield (await listInvitations(database, workspaceId)).map((row) => toInvite(row, now))
}

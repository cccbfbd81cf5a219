import type { Context } from '../api/context.ts'
import { audit } from '../identity/audit/audit.ts'
import { beginDemo, findDemo, noteFilled } from '../identity/demo/store.ts'
import { inForce } from '../identity/in-force.ts'
import { setPlan } from '../identity/plan/set-plan.ts'
import { history } from './data/history.ts'
import { fillDeveloper } from './fill-developer.ts'
import { fillFiles, fillShares } from './fill-files.ts'
import { fillPeople, type DemoPeople } from './fill-people.ts'
import { fillTexts } from './fill-texts.ts'
import { takeOut } from './remove.ts'
import { requireRoomForDemo } from './require-room.ts'
import { chargedThisMonth } from './text-store.ts'
import { withDemoLock } from './with-lock.ts'

const dayMs = 86_400_000

/**
 * Fills a new installation once. What a crash left of an earlier run goes first. The first person, whose account the
 * operator takes over in setup, is an admin of the organization.
 * Throws OperatorError when the installation got other data meanwhile.
 */
export async function fillDemo(context: Context, firstPersonId: number | undefined): Promise<void> {
  await withDemoLock(context, async () => {
    if (!(await requireRoomForDemo(context))) return
    if (await findDemo(context.database)) await takeOut(context)
    await fill(context, firstPersonId)
  })
}

async function fill(context: Context, firstPersonId: number | undefined): Promise<void> {
  const { clock, database } = context
  const now = clock.now()
  await beginDemo(database, now)
  const people = await fillPeople(context, firstPersonId, now)
  const files = await fillFiles(context, people, now)
  await fillShares(context, people, files, now)
  await fillTexts(context, people, now)
  await fillDeveloper(context, people, files, now)
  await fillHistory(context, people, now)
  await setCap(context, people, now)
  await noteFilled(database, clock.now())
}

async function fillHistory(
  { database }: Context,
  { workspaceId, staffIds }: DemoPeople,
  now: Date,
): Promise<void> {
  await database.transaction(async (tx) => {
    for (const [who, daysAgo, action, about] of history) {
      const [kind, place] = about.split(':')
      const id = kind === 'user' ? staffIds[Number(place)] : workspaceId
      const at = new Date(now.getTime() - daysAgo * dayMs + who * 1_800_000)
      const entry = { actor: 'person', userId: staffIds[who], workspaceId, action, outcome: 'ok' } as const
      await audit(tx, at > now ? now : at, { ...entry, target: `${kind}:${id}`, address: '203.0.113.7' })
    }
  })
}

const tenCents = 100_000

/** So that the charges of this month are near it. */
async function setCap(context: Context, { workspaceId, ownerId }: DemoPeople, now: Date): Promise<void> {
  const charged = await chargedThisMonth(context.database, workspaceId, now)
  const capMicros = Math.max(5, Math.ceil(charged / 0.88 / tenCents)) * tenCents
  await inForce(context, (tx) => setPlan(tx, ownerId, { capMicros }))
}

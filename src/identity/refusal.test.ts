import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../test/database.ts'
import { sql } from '../platform/database/sql.ts'
import { systemRandom } from '../platform/random.ts'
import { approveProvisioning, revokeProvisioning } from './approval/change-approval.ts'
import { inForce, type RightsTransaction } from './in-force.ts'
import { createKey, type KeyRequest } from './key/create-key.ts'
import { revokeKey } from './key/revoke-key.ts'
import { addMember, removeMember } from './member/change-members.ts'
import { setPlan } from './plan/set-plan.ts'
import { IdentityRefusal, type RefusalFacts, type RefusalReason } from './refusal.ts'
import { createUser } from './user/create-user.ts'
import { setUserDisabled } from './user/disable-user.ts'
import { createOrganization } from './workspace/create-organization.ts'

let db: TestDatabase
let ownerId: number
let personalId: number
let workspaceId: number

const nobody = 987_654
const setUpWorkspace = async () => {}

/** Without other processes that would have to hear of a change. */
const alone = { acknowledged: async () => {} }
const run = <Result>(work: (tx: RightsTransaction) => Promise<Result>): Promise<Result> =>
  inForce({ database: db.database, notifications: alone }, work)

let people = 0
const newUser = (email = `person-${++people}@example.com`, plan = 'standard') =>
  run((tx) => createUser(tx, setUpWorkspace, { email, firstName: 'Ann', lastName: 'Lee', plan }))
const newOrganization = (userId: number, organizationsMax?: number) =>
  run((tx) =>
    createOrganization(tx, setUpWorkspace, {
      ownerId: userId,
      name: 'Lee & Sons',
      ...(organizationsMax !== undefined && { organizationsMax }),
    }),
  )
const newKey = (request: Partial<KeyRequest> = {}) =>
  run((tx) =>
    createKey(tx, systemRandom, {
      service: 'files',
      userId: ownerId,
      workspaceId,
      scopes: request.service === undefined ? ['*'] : ['messages:send'],
      ...request,
    }),
  )
const add = (userId: number, to = workspaceId) =>
  run((tx) => addMember(tx, { workspaceId: to, userId, role: 'member' }))
const remove = (userId: number, from = workspaceId) =>
  run((tx) => removeMember(tx, { workspaceId: from, userId }))
const approve = (userId: number) => run((tx) => approveProvisioning(tx, userId))
const disapprove = (userId: number) => run((tx) => revokeProvisioning(tx, userId))

beforeAll(async () => {
  db = await testDatabase()
  const owner = await newUser()
  ;[ownerId, personalId] = [owner.id, owner.workspace_id]
  workspaceId = (await newOrganization(ownerId)).id
})
afterAll(() => db.close())

async function refused<Reason extends RefusalReason>(
  work: Promise<unknown>,
  reason: Reason,
  facts: RefusalFacts[Reason],
): Promise<void> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  expect(error).toBeInstanceOf(IdentityRefusal)
  expect(error).toMatchObject({ reason, facts })
}

describe('access refuses', () => {
  test('a person who does not exist: user_not_found', async () => {
    const facts = { userId: nobody }
    await refused(newOrganization(nobody), 'user_not_found', facts)
    await refused(add(nobody), 'user_not_found', facts)
    await refused(approve(nobody), 'user_not_found', facts)
    const plan = run((tx) => setPlan(tx, nobody, { active: false }))
    await refused(plan, 'user_not_found', facts)
    const disabled = run((tx) => setUserDisabled(tx, nobody, true))
    await refused(disabled, 'user_not_found', facts)
  })

  test('a workspace that does not exist: workspace_not_found', () =>
    refused(add(ownerId, nobody), 'workspace_not_found', { workspaceId: nobody }))

  test('a key that does not exist: key_not_found; one that is revoked already is as it should be', async () => {
    const revoked = run((tx) => revokeKey(tx, nobody))
    await refused(revoked, 'key_not_found', { keyId: nobody })
    const { id } = await newKey()
    for (let time = 0; time < 2; time++) await run((tx) => revokeKey(tx, id))
  })

  test('a plan that does not exist: plan_not_found, and the person is not created', async () => {
    await refused(newUser('gold@example.com', 'gold'), 'plan_not_found', { plan: 'gold' })
    await newUser('gold@example.com')
  })

  test('an address that is taken, however it is written: email_taken', async () => {
    await newUser('bea@example.com')
    await refused(newUser(' BEA@example.com '), 'email_taken', { email: 'bea@example.com' })
  })

  test('members of a personal workspace: personal_workspace', async () => {
    const { id } = await newUser()
    await refused(add(id, personalId), 'personal_workspace', { workspaceId: personalId })
  })

  test('an organization beyond the limit of its owner: organization_limit_reached', async () => {
    const { id } = await newUser()
    await newOrganization(id, 1)
    const facts = { userId: id, organizationsMax: 1 }
    await refused(newOrganization(id, 1), 'organization_limit_reached', facts)
    await newOrganization(id)
  })

  test('a second membership and the end of none: already_a_member, member_not_found', async () => {
    const { id } = await newUser()
    const facts = { workspaceId, userId: id }
    await refused(remove(id), 'member_not_found', facts)
    await add(id)
    await refused(add(id), 'already_a_member', facts)
    await remove(id)
    await refused(remove(id), 'member_not_found', facts)
  })

  test('to remove the owner: owner_cannot_leave', () =>
    refused(remove(ownerId), 'owner_cannot_leave', { workspaceId, userId: ownerId }))

  test('to take back an approval that is not in force: approval_not_found', async () => {
    const { id } = await newUser()
    await refused(disapprove(id), 'approval_not_found', { userId: id })
    await approve(id)
    await disapprove(id)
    await refused(disapprove(id), 'approval_not_found', { userId: id })
  })
})

describe('a key is refused', () => {
  test('to people outside of the workspace: not_a_member', async () => {
    const { id } = await newUser()
    await refused(newKey({ userId: id }), 'not_a_member', { workspaceId, userId: id })
    await refused(newKey({ workspaceId: nobody }), 'not_a_member', { workspaceId: nobody, userId: ownerId })
  })

  test('for provisioning without approval: not_approved', async () => {
    const { id, workspace_id: home } = await newUser()
    const request = {
      service: 'provisioning',
      userId: id,
      workspaceId: home,
      scopes: ['users:create'],
    } as const
    await refused(newKey(request), 'not_approved', { userId: id })
    await approve(id)
    await newKey(request)
  })

  test('without scopes of its service: scopes_missing, scope_unknown', async () => {
    await refused(newKey({ scopes: [] }), 'scopes_missing', { service: 'files' })
    const facts = { service: 'files', scope: 'messages:send' } as const
    await refused(newKey({ scopes: ['*', 'messages:send'] }), 'scope_unknown', facts)
  })

  test('with restrictions that cannot be read: address_invalid, domain_invalid', async () => {
    await refused(newKey({ ips: ['300.1.1.1'] }), 'address_invalid', { address: '300.1.1.1' })
    await refused(newKey({ domains: ['https://x.test'] }), 'domain_invalid', { domain: 'https://x.test' })
  })

  test('when it would have expired: expiry_in_past', () =>
    refused(newKey({ expiresAt: db.clock.now() }), 'expiry_in_past', { expiresAt: db.clock.now() }))

  test('with what keys of its service cannot have: not_for_service', async () => {
    const foreign: readonly [Partial<KeyRequest>, RefusalFacts['not_for_service']][] = [
      [{ numberId: 1 }, { service: 'files', option: 'number' }],
      [
        { service: 'sms', folderId: 'abcdefgh' },
        { service: 'sms', option: 'folder' },
      ],
      [
        { service: 'sms', environment: 'test' },
        { service: 'sms', option: 'test' },
      ],
      [
        { service: 'sms', ips: ['10.0.0.1'] },
        { service: 'sms', option: 'restrictions' },
      ],
      [
        { service: 'sms', domains: ['example.com'] },
        { service: 'sms', option: 'restrictions' },
      ],
    ]
    for (const [request, facts] of foreign) await refused(newKey(request), 'not_for_service', facts)
  })
})

/** How many of the calls did what they were asked; the others were all refused for this reason. */
async function succeeded(calls: readonly Promise<unknown>[], reason: RefusalReason): Promise<number> {
  const outcomes = await Promise.allSettled(calls)
  const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
  for (const { reason: error } of refusals) expect(error).toMatchObject({ reason })
  return outcomes.length - refusals.length
}

const tenTimes = (work: () => Promise<unknown>) => Array.from({ length: 10 }, work)

describe('of parallel calls the database lets one win', () => {
  test('for an address of a new user', async () => {
    const calls = tenTimes(() => newUser('race@example.com'))
    expect(await succeeded(calls, 'email_taken')).toBe(1)
  })

  test('for a membership and for its end', async () => {
    const { id } = await newUser()
    const additions = tenTimes(() => add(id))
    expect(await succeeded(additions, 'already_a_member')).toBe(1)
    const removals = tenTimes(() => remove(id))
    expect(await succeeded(removals, 'member_not_found')).toBe(1)
  })

  test('for the last organization that an owner may have', async () => {
    const { id } = await newUser()
    const calls = tenTimes(() => newOrganization(id, 1))
    expect(await succeeded(calls, 'organization_limit_reached')).toBe(1)
  })

  test('for the end of an approval', async () => {
    const { id } = await newUser()
    await approve(id)
    const calls = tenTimes(() => disapprove(id))
    expect(await succeeded(calls, 'approval_not_found')).toBe(1)
  })

  test('so that a key is created before its creator leaves, or not at all', async () => {
    const { id } = await newUser()
    await add(id)
    const [removed, seen] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const leaving = run(async (tx) => {
      await removeMember(tx, { workspaceId, userId: id })
      removed.resolve()
      await seen.promise
    })
    await removed.promise
    const waiting = () =>
      db.database.first(sql`
        select from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`)
    // Expected before it is let go: it may be refused before `leaving` has settled.
    const creating = refused(newKey({ userId: id }), 'not_a_member', { workspaceId, userId: id })
    await expect.poll(waiting).toBeDefined()
    seen.resolve()
    await Promise.all([leaving, creating])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bodyOf, targets, titleOf, urlOf, type Target } from '../../../test/contract-targets.ts'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { rowsOf } from '../../../test/mentions.ts'
import { textTo } from '../../../test/sms-group.ts'
import { visitor } from '../../../test/visitor.ts'
import { requirementsOf } from '../../api/caller.ts'
import { hasKeyFormat } from '../../identity/key/format.ts'
import { inviteGuest } from '../../identity/invitation/invitation.testing.ts'
import { listStandings } from '../../identity/session/standing-store.ts'
import { holdOrganizations } from '../../identity/workspace/store.ts'
import { claimMessages } from '../../sms/queue/claim-messages.ts'
import { putOnline } from '../../sms/inventory/change-number.ts'
import { endpoints } from '../endpoints.ts'
import { bringBack, furnish, hide, marker } from './removal.testing.ts'

let app: TestApp
let beside: TestApp
let tenant: Tenant
let placed: Awaited<ReturnType<typeof furnish>>
let invitation: string
beforeAll(async () => {
  app = await testApp()
  beside = await testApp({ beside: app })
  tenant = await app.tenant()
  placed = await furnish(app, tenant)
  const guest = { workspaceId: tenant.workspaceId, inviterId: tenant.userId, email: 'guest@example.com' }
  invitation = (await inviteGuest(app, guest)).token
  for (const process of [app, beside])
    for (const key of Object.values(placed.keys)) expect(await refusedKey(process, key)).toBe(false)
  await hide(app, tenant.workspaceId)
})
afterAll(async () => {
  await beside.close()
  await app.close()
})

/** Without what is written behind. */
async function everything(): ReturnType<typeof rowsOf> {
  const rows = await rowsOf(app.context.database, ['files', 'identity', 'sms', 'webhooks'])
  return { ...rows, 'identity.request': [], 'identity.api_key_use': [] }
}

const codeOf = (body: unknown) => (body as { error?: { code?: string } } | undefined)?.error?.code

async function refusedKey(process: TestApp, key: string): Promise<boolean> {
  const target = targets.find(
    ({ name, endpoint: { definition } }) => hasKeyFormat(name, key) && definition.method === 'GET',
  ) as Target
  const { status } = await process.call(target.origin, { url: urlOf(target), key })
  return status === 401
}

const keyed = targets.filter(({ endpoint }) =>
  requirementsOf(endpoint).some(({ kind }) => kind.name === 'api-key'),
)
const inWorkspaces = endpoints.filter(({ definition }) => definition.path.includes('{workspace}'))

describe('while a workspace is being deleted', () => {
  test.each(keyed.map((target) => [titleOf(target), target] as const))(
    '%s takes its keys for unknown ones, in every process',
    async (_title, target) => {
      const key = placed.keys[target.name]
      for (const process of [app, beside]) {
        const { status, body } = await process.call(target.origin, {
          method: target.endpoint.definition.method,
          url: urlOf(target, { id: String(tenant.workspaceId) }),
          key,
          ...bodyOf(target),
        })
        expect(status).toBe(401)
        expect(codeOf(body)).toBe(target.service.codes['unknown_key'])
      }
    },
  )

  test.each(inWorkspaces.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s does not find it, as a workspace that never existed',
    async (_title, { definition: { method, path } }) => {
      const call = (id: number) => {
        const url = path.replace('{workspace}', String(id)).replaceAll(/\{\w+\}/g, '1')
        return placed.browser.refusal(method, url, method === 'GET' ? undefined : {})
      }
      const refusal = await call(tenant.workspaceId)
      expect(refusal).toEqual([404, 'workspace_not_found'])
      expect(refusal).toEqual(await call(99_999_999))
    },
  )

  test('its members do not see it in lists, and streams of changes do not carry it', async () => {
    const { database, clock } = app.context
    const { body } = await placed.browser.call('GET', '/me')
    expect(JSON.stringify(body)).not.toContain(`"id":${tenant.workspaceId},`)
    const rows = await database.rows<{ id: number }>({
      text: 'select id from identity.session where user_id = $1',
      values: [tenant.userId],
    })
    const standings = await listStandings(
      database,
      rows.map(({ id }) => id),
      clock.now(),
    )
    expect(standings.map(({ workspaceIds }) => workspaceIds)).toEqual([[tenant.personalId]])
  })

  test('it does not count as an organization of its owner', async () => {
    const owned = await app.context.database.transaction((tx) => holdOrganizations(tx, tenant.userId))
    expect(owned).toBe(0)
  })

  test('its links, invitations, and join links lead nowhere', async () => {
    const guest = visitor(app)
    for (const path of [`/sl/${placed.shared}`, `/sl/${placed.shared}/download`])
      expect([path, (await guest.get(path)).status]).toEqual([path, 404])
    const [unknownJoin, join] = [await guest.get('/join/unknown1'), await guest.get(`/join/${placed.code}`)]
    expect(join.status).toBe(unknownJoin.status)
    expect(join.text).not.toContain('Org')
    const invited = await guest.get(`/invitation/${invitation}`)
    expect(invited.status).toBeGreaterThanOrEqual(400)
  })

  test('its queued texts are not sent', async () => {
    await putOnline(app.context, placed.number.id, true)
    expect(await claimMessages(app.context, placed.number.id)).toEqual([])
    await putOnline(app.context, placed.number.id, false)
  })

  test('texts to its numbers are kept for it, are not forwarded, and are not on the list of operators', async () => {
    const sentBefore = await countOf('sms.message', `direction = 'out'`)
    await textTo(app, placed.number, placed.phone, `${marker} late`)
    expect(await countOf('sms.unrouted', 'true')).toBe(0)
    expect(await countOf('sms.message', `direction = 'out'`)).toBe(sentBefore)
    expect(
      await countOf('sms.message', `body = '${marker} late' and workspace_id = ${tenant.workspaceId}`),
    ).toBe(1)
  })
})

const countOf = async (table: string, condition: string): Promise<number> =>
  (
    await app.context.database.one<{ count: number }>({
      text: `select count(*)::int as count from ${table} where ${condition}`,
      values: [],
    })
  ).count

describe('bringing a workspace back', () => {
  test('leaves every row as it was, and its keys work again in every process', async () => {
    const other = await app.tenant()
    const { keys } = await furnish(app, other)
    const before = await everything()
    await hide(app, other.workspaceId)
    expect(await refusedKey(beside, keys.files)).toBe(true)
    await bringBack(app, other.workspaceId)
    const after = await everything()
    for (const [table, rows] of Object.entries(before)) expect([table, after[table]]).toEqual([table, rows])
    for (const process of [app, beside])
      for (const key of Object.values(keys)) expect(await refusedKey(process, key)).toBe(false)
  })
})

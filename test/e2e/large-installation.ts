import { createKey } from '../../src/identity/key/create-key.ts'
import { inForce } from '../../src/identity/in-force.ts'
import { inviteGuest } from '../../src/identity/invitation/invitation.testing.ts'
import { createInviteCode } from '../../src/identity/invitation/create-code.ts'
import { addMember } from '../../src/identity/member/change-members.ts'
import { makeOperator } from '../../src/identity/operator/change-operators.ts'
import { createUser } from '../../src/identity/user/create-user.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { addWebhook } from '../../src/webhooks/delivery/receiver.testing.ts'
import { filesClient } from '../files-client.ts'
import type { Tenant, TestApp } from '../harness.ts'
import { simulatorNumber } from '../sms-account.ts'
import { makeTexts } from './large-texts.ts'

const firstNames = [
  'Ada',
  'Grace',
  'Maximiliane',
  'Li',
  'Óscar',
  'Nia',
  'Wolfeschlegelsteinhausenbergerdorff',
]
const lastNames = ['Lovelace', 'Hopper', 'Nguyễn', 'O’Brien', 'Álvarez', 'Van der Berg-Featherstonehaugh']
const longName = 'A key whose name is as long as names of keys may be, which somebody will try'

export interface LargeInstallation {
  readonly workspaceId: number
  /** Of the workspace, and an operator. */
  readonly ownerId: number
  readonly memberId: number
}

/** An organization with 200 members, 300 keys, 5,000 requests, 300 files, 300 conversations, and some of everything else. */
export async function makeLargeInstallation(app: TestApp): Promise<LargeInstallation> {
  const tenant = await app.tenant({ plan: { smsDaily: 10_000 } })
  const { userId: ownerId, workspaceId } = tenant
  const pool = await simulatorNumber(app)
  const memberIds = await makeMembers(app, workspaceId)
  const memberId = memberIds[0] ?? 0
  await makeKeys(app, workspaceId, [ownerId, ...memberIds])
  await makeRequests(app, workspaceId)
  await makeDeliveries(app, { workspaceId, userId: ownerId })
  await makeFiles(app, tenant)
  await makeTexts(app, tenant, pool)
  await app.context.database.transaction((tx) =>
    createInviteCode(tx, app.context.random, { workspaceId, createdBy: ownerId }),
  )
  for (let at = 0; at < 5; at++)
    await inviteGuest(app, { workspaceId, inviterId: ownerId, email: `guest-${at}@example.com` })
  await inForce(app.context, (tx) => makeOperator(tx, ownerId, {}))
  return { workspaceId, ownerId, memberId }
}

async function makeMembers(app: TestApp, workspaceId: number): Promise<readonly number[]> {
  const ids: number[] = []
  for (let at = 0; at < 200; at++)
    await inForce(app.context, async (tx) => {
      const { id } = await createUser(tx, app.context.setUpWorkspace, {
        email: `${at === 7 ? 'a-rather-long-address-'.repeat(2) : 'member-'}${at}@example.com`,
        firstName: firstNames[at % firstNames.length] ?? '',
        lastName: lastNames[at % lastNames.length] ?? '',
        plan: 'standard',
      })
      await addMember(tx, { workspaceId, userId: id, role: at % 10 === 9 ? 'admin' : 'member' })
      ids.push(id)
    })
  return ids
}

const makeKeys = (app: TestApp, workspaceId: number, userIds: readonly number[]): Promise<void> =>
  app.context.database.transaction(async (tx) => {
    const now = app.clock.now().getTime()
    for (let at = 0; at < 300; at++)
      await createKey(tx, app.context.random, {
        ...(at % 2 === 0
          ? { service: 'files', scopes: ['files:read', 'files:write'] }
          : { service: 'sms', scopes: ['messages:send'] }),
        userId: userIds[at % 3] ?? 0,
        workspaceId,
        name: at % 7 === 0 ? longName : `Importer ${at}`,
        ...(at % 5 === 0 && { expiresAt: new Date(now + (at + 1) * 3_600_000) }),
      })
  })

async function makeRequests(app: TestApp, workspaceId: number): Promise<void> {
  const now = app.clock.now()
  await app.context.database.run(sql`
    insert into identity.request
           (request_id, at, workspace_id, user_id, key_id, service, operation, method, path, status, code, ms, address)
    select 'req_' || lpad(n::text, 20, '0'), ${now}::timestamptz - n * interval '1 minute', ${workspaceId}, k.user_id, k.id, k.service,
           case when n % 3 = 0 then 'createShare' else 'listFiles' end, case when n % 3 = 0 then 'POST' else 'GET' end,
           case when n % 3 = 0 then '/shares' else '/files' end, case when n % 9 = 0 then 404 else 200 end,
           case when n % 9 = 0 then 'file_not_found' end, n % 200, '2001:db8:85a3:8d3:1319:8a2e:370:7348'
      from generate_series(1, 5000) n
      join lateral (select id, user_id, service from identity.api_key where workspace_id = ${workspaceId}
                     order by id limit 1 offset n % 50) k on true`)
}

async function makeDeliveries(
  app: TestApp,
  tenant: { readonly workspaceId: number; readonly userId: number },
): Promise<void> {
  const now = app.clock.now()
  for (let at = 0; at < 5; at++) {
    const { id } = await addWebhook(app, tenant, `https://hooks.example/${'a-long-path-'.repeat(at * 4)}in`)
    await app.context.database.run(sql`
      insert into webhooks.delivery
             (webhook_id, workspace_id, event, data, status, attempts, response_status, last_error, lane, created_at, delivered_at)
      select ${id}, ${tenant.workspaceId}, 'file.created', '{"id": "a"}', case when n % 4 = 0 then 'failed' else 'delivered' end,
             case when n % 4 = 0 then 6 else 1 end, case when n % 4 = 0 then 500 else 200 end,
             case when n % 4 = 0 then 'The answer was 500.' end, null, ${now}::timestamptz - n * interval '5 minutes',
             case when n % 4 <> 0 then ${now}::timestamptz - n * interval '5 minutes' end
        from generate_series(1, 200) n`)
  }
}

const fileNames = [
  'Report.pdf',
  'تقرير سنوي.docx',
  'A name that goes on and on, as names from cameras, scanners, and mail attachments do, in one word_'.repeat(
    2,
  ) + '.jpeg',
  '🎉 party.txt',
  '.env',
]

async function makeFiles(app: TestApp, tenant: Tenant): Promise<void> {
  const { key } = await tenant.key('files')
  const files = filesClient(app, key)
  const folder = await files.folder(
    'Contracts and offers of the last hundred years, with all of their annexes',
  )
  for (let at = 0; at < 300; at++) {
    const name = `${at} ${fileNames[at % fileNames.length]}`
    const { id } = await files.file(`${at}`, name, at % 2 === 0 ? folder.id : undefined)
    if (at % 20 === 0) await files.post('/shares', { file_id: id })
  }
}

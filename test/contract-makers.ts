import type { ServiceName } from '../src/identity/services.ts'
import { dataOf, filesClient } from './files-client.ts'
import { smsAccount, simulatorNumber } from './sms-account.ts'
import { groupOf } from './sms-group.ts'
import type { Tenant, TestApp } from './harness.ts'
import { iamCaller, list, newAddress, shown } from './iam-app.ts'

/** Creates an object of a tenant through the API and returns the path parameters that name it. */
type Maker = (app: TestApp, tenant: Tenant) => Promise<Readonly<Record<string, string>>>

const client = async (app: TestApp, tenant: Tenant) => filesClient(app, (await tenant.key('files')).key)

const file: Maker = async (app, tenant) => ({
  id: (await (await client(app, tenant)).file('bytes', 'foreign.txt')).id,
})
const folder: Maker = async (app, tenant) => ({
  id: (await (await client(app, tenant)).folder('foreign')).id,
})

const share: Maker = async (app, tenant) => ({
  file_id: (await (await client(app, tenant)).file('bytes', 'foreign.txt')).id,
})
const upload: Maker = async (app, tenant) => {
  const opened = await (await client(app, tenant)).post('/uploads', { name: 'foreign.bin', size: 5 })
  return { upload_key: String(dataOf(opened)['upload_key']) }
}
const webhook: Maker = async (app, tenant) => {
  const draft = { name: 'Foreign', url: 'https://93.184.215.14/', events: ['*'] }
  const { webhook: made } = dataOf(await (await client(app, tenant)).post('/webhooks', draft))
  return { id: String((made as { id: number }).id) }
}
const workspace: Maker = async (_app, tenant) => ({ id: String(tenant.workspaceId) })

const message: Maker = async (app) => {
  await simulatorNumber(app)
  const { send } = await smsAccount(app)
  const { body } = await send({ to: '+12025550143', body: 'Foreign' })
  return { id: String(body.messages[0]?.id) }
}

const iam = async (app: TestApp, tenant: Tenant) => iamCaller(app, (await tenant.key('iam')).key)
const member: Maker = async (app, tenant) => ({
  user_id: String((await app.member(tenant.workspaceId, 'member')).id),
})
const invite: Maker = async (app, tenant) => {
  const call = await iam(app, tenant)
  await call('POST', '/members', { email: newAddress() })
  return { invite_id: String(list(await call('GET', '/invites'))[0]?.['invite_id']) }
}
const inviteCode: Maker = async (app, tenant) => ({
  code: String(shown(await (await iam(app, tenant))('POST', '/invite-codes'), 201)['code']),
})

const group: Maker = async (app) => {
  const { group: made } = await groupOf(app, await smsAccount(app))
  return { id: String(made.id), member_id: String(made.members[0]?.id) }
}

/** Service → first segment of the path → how to create what its ids name. */
export const makers: Readonly<Record<ServiceName, Readonly<Record<string, Maker>>>> = {
  sms: { messages: message, groups: group },
  files: {
    files: file,
    folders: folder,
    uploads: upload,
    shares: share,
    webhooks: webhook,
    workspaces: workspace,
  },
  iam: { members: member, invites: invite, 'invite-codes': inviteCode },
  provisioning: {},
}

import { form } from '../../../test/files-client.ts'
import { filesClient } from '../../../test/files-client.ts'
import { iamCaller, list, newAddress, shown } from '../../../test/iam-app.ts'
import { newPhone, simulatorNumber, smsCaller } from '../../../test/sms-account.ts'
import { textTo } from '../../../test/sms-group.ts'
import type { Tenant, TestApp } from '../../../test/harness.ts'
import { sql } from '../../platform/database/sql.ts'
import { until } from '../../../test/until.ts'
import { inForce } from '../../identity/in-force.ts'
import { markWorkspace, unmarkWorkspace } from '../../identity/removal/mark.ts'
import { addWebhook } from '../../webhooks/delivery/receiver.testing.ts'
import { logIn } from '../console.testing.ts'

export const hide = (app: TestApp, id: number) => inForce(app.context, (tx) => markWorkspace(tx, id))
export const bringBack = (app: TestApp, id: number) => inForce(app.context, (tx) => unmarkWorkspace(tx, id))

/** In every text that a workspace holds. */
export const marker = 'Zanzibar'

/** Something of everything in a workspace. Resolves when the log has its requests. */
export async function furnish(app: TestApp, tenant: Tenant) {
  const { workspaceId } = tenant
  const keys = {
    files: (await tenant.key('files')).key,
    sms: (await tenant.key('sms')).key,
    iam: (await tenant.key('iam')).key,
    provisioning: (await tenant.key('provisioning')).key,
  }
  const files = filesClient(app, keys.files)
  const folder = await files.folder(`${marker} plans`)
  await files.file(`${marker} small`, `${marker}.txt`, folder.id)
  const { id: shared } = await files.file(Buffer.alloc(20_000, marker), `${marker}.bin`)
  await files.post('/shares', { file_id: shared, share_status: 'public', share_password: '' })
  const opened = await files.post('/uploads', { name: `${marker}.iso`, size: 5 })
  const { upload_key: uploadKey } = (opened.body as { data: { upload_key: string } }).data
  await files.call(
    'POST',
    `/uploads/${uploadKey}/chunk`,
    form([
      { name: 'index', value: '0' },
      { name: 'chunk', fileName: 'a', bytes: 'abcde' },
    ]),
  )

  const sms = smsCaller(app, keys.sms)
  const number = await simulatorNumber(app, { tenant, online: false })
  const phone = newPhone()
  const { body: sent } = await sms.send(
    { to: phone, from: number.number, body: `${marker} hello` },
    { 'idempotency-key': marker },
  )
  await sms.post('/groups', {
    name: marker,
    number_id: number.id,
    members: [
      { name: marker, phone, admin: false },
      { name: 'Bob', phone: newPhone(), admin: false },
    ],
  })
  await textTo(app, number, phone, `${marker} hi`)

  const iam = iamCaller(app, keys.iam)
  const invited = `${marker.toLowerCase()}-${newAddress()}`
  await iam('POST', '/members', { email: invited })
  await iam('GET', '/invites').then(list)
  const code = String(shown(await iam('POST', '/invite-codes'), 201)['code'])
  const { id: memberId } = await app.member(workspaceId, 'admin')
  const { id: webhookId } = await addWebhook(app, tenant, `https://hooks.test/${marker}`)
  await files.file('again', `${marker} 2.txt`)
  const browser = await logIn(app, tenant.userId)
  await browser.call('GET', `/workspaces/${workspaceId}/keys`)
  await until(async () => {
    const { database } = app.context
    return (
      (await database.first(sql`
        select 1 from identity.request where workspace_id = ${workspaceId} and operation = 'listKeys'`)) !==
      undefined
    )
  })
  return {
    keys,
    browser,
    shared,
    uploadKey,
    number,
    phone,
    invited,
    code,
    memberId,
    webhookId,
    messageId: sent.messages[0]?.id ?? 0,
  }
}

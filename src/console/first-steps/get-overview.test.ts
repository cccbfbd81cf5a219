import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { androidNumber, enrolledPhone } from '../../../test/android-number.ts'
import { simulatorNumber } from '../../../test/sms-account.ts'
import { watchPhones } from '../../sms/carrier/android/phone/watch-phones.ts'
import { putOnline } from '../../sms/inventory/change-number.ts'
import { sql } from '../../platform/database/sql.ts'
import { addWebhook } from '../../webhooks/delivery/receiver.testing.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const hourMs = 3_600_000
const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * hourMs)

const failTexts = ({ workspaceId }: Tenant, count: number, at: Date) =>
  app.context.database.run(sql`
    insert into sms.message (workspace_id, direction, phone, body, status, segments, error_code, error_message, created_at)
    select ${workspaceId}, 'out', '+12025550123', 'Hello', 'failed', 1, 'no_number', 'Gone.', ${at}
      from generate_series(1, ${count})`)

const failDeliveries = (webhookId: number, { workspaceId }: Tenant, count: number, at: Date) =>
  app.context.database.run(sql`
    insert into webhooks.delivery (webhook_id, workspace_id, event, data, status, lane, created_at)
    select ${webhookId}, ${workspaceId}, 'file.created', '{}', 'failed', null, ${at} from generate_series(1, ${count})`)

describe('getOverview', () => {
  test('counts the numbers of the pool and of the workspace', async () => {
    const [tenant, other] = [await app.tenant(), await app.tenant()]
    await simulatorNumber(app)
    await simulatorNumber(app, { online: false })
    await simulatorNumber(app, { tenant })
    await simulatorNumber(app, { tenant: other })
    const owner = await logIn(app, tenant.userId)
    expect(await owner.data('GET', `/workspaces/${tenant.workspaceId}/overview`)).toMatchObject({
      numbers: { online: 2, total: 3, silent: 0 },
    })
  })

  test('counts the silent phones of the workspace, not those of the pool or that are switched off', async () => {
    const tenant = await app.tenant()
    const [silent, off] = [await enrolledPhone(app, { tenant }), await enrolledPhone(app, { tenant })]
    await enrolledPhone(app)
    await androidNumber(app, tenant)
    await putOnline(app.context, off.number.id, false)
    app.clock.advance(12 * 60_000)
    await watchPhones().run(app.context)
    const owner = await logIn(app, tenant.userId)
    const path = `/workspaces/${tenant.workspaceId}/overview`
    expect(await owner.data('GET', path)).toMatchObject({ numbers: { silent: 1 } })
    await silent.phone.register()
    expect(await owner.data('GET', path)).toMatchObject({ numbers: { silent: 0 } })
  })

  test('counts what failed in the last 24 hours, up to 1,000 of a kind, in this workspace only', async () => {
    const tenant = await app.tenant()
    const [owner, other] = [await logIn(app, tenant.userId), await app.tenant()]
    const path = `/workspaces/${tenant.workspaceId}/overview`
    const { id } = await addWebhook(app, tenant, 'https://hooks.example/in')
    await failTexts(tenant, 7, hoursAgo(25))
    await failTexts(tenant, 3, hoursAgo(23))
    await failTexts(other, 5, hoursAgo(1))
    await failDeliveries(id, tenant, 9, hoursAgo(25))
    await failDeliveries(id, tenant, 2, hoursAgo(23))
    expect(await owner.data('GET', path)).toMatchObject({ failures: { texts: 3, deliveries: 2 } })
    await failTexts(tenant, 1500, hoursAgo(1))
    await failDeliveries(id, tenant, 1500, hoursAgo(1))
    expect(await owner.data('GET', path)).toMatchObject({ failures: { texts: 1000, deliveries: 1000 } })
  })
})

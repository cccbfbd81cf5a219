import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { androidNumber, enrolledPhone } from '../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { simulatorNumber } from '../../../../test/sms-account.ts'
import { inForce } from '../../../identity/in-force.ts'
import { markWorkspace } from '../../../identity/removal/mark.ts'
import type { Browser } from '../../console.testing.ts'
import { operator, pageOfList } from '../operator.testing.ts'
import type { ListedNumber } from './numbers.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

const listed = async (query = '') =>
  (await pageOfList<ListedNumber>(browser, `/operator/numbers?${query}`)).data.map(({ id }) => id)

describe('listOperatorNumbers', () => {
  test('has live numbers of all carriers, newest first, by pool, workspace, and carrier, and pages by ID', async () => {
    const tenant = await app.tenant()
    const pooled = await simulatorNumber(app)
    const own = await simulatorNumber(app, { tenant })
    const android = await androidNumber(app, tenant)
    const gone = await simulatorNumber(app, { tenant })
    await browser.data('DELETE', `/operator/numbers/${gone.id}`)
    expect(await listed()).toEqual([android.id, own.id, pooled.id])
    expect(await listed('pool=true')).toEqual([pooled.id])
    expect(await listed(`workspace_id=${tenant.workspaceId}`)).toEqual([android.id, own.id])
    expect(await listed(`workspace_id=${tenant.workspaceId}&carrier=simulator`)).toEqual([own.id])
    expect(await listed('carrier=android')).toEqual([android.id])
    expect(await listed('online=false')).toEqual([android.id])
    expect(await listed('online=true')).toEqual([own.id, pooled.id])
    const first = await pageOfList<ListedNumber>(browser, '/operator/numbers?limit=2')
    expect(first.meta).toEqual({ next_before: own.id })
    expect(await listed(`limit=2&before=${own.id}`)).toEqual([pooled.id])
    for (const query of ['pool=false', 'carrier=smpp', 'online=1', 'workspace_id=x', 'limit=101', 'before=0'])
      expect(await browser.refusal('GET', `/operator/numbers?${query}`), query).toEqual([
        400,
        'invalid_request',
      ])
  })

  test('names the workspace of a number also while it is being deleted', async () => {
    const tenant = await app.tenant()
    await simulatorNumber(app, { tenant })
    await inForce(app.context, (tx) => markWorkspace(tx, tenant.workspaceId))
    const [row] = await browser.data<readonly object[]>('GET', '/operator/numbers?limit=1')
    expect(row).toMatchObject({ pool: false, workspace: { id: tenant.workspaceId } })
  })

  test('has the phone of a number with name, last contact, and battery', async () => {
    const tenant = await app.tenant()
    const { number, phone } = await enrolledPhone(app, { tenant })
    const health = { status: 'pass', checks: { 'battery:level': { status: 'pass', observedValue: 83 } } }
    await phone.post('system:ping', { health })
    const [row] = await browser.data<readonly object[]>('GET', `/operator/numbers?limit=1`)
    expect(row).toMatchObject({
      id: number.id,
      workspace: { id: tenant.workspaceId, name: `Organization of ${tenant.userId}` },
      last_seen_at: app.clock.now().toISOString(),
      sim: null,
      phone: {
        name: 'Maker/Model',
        app_version: '1.68.0',
        enrolled_at: app.clock.now().toISOString(),
        battery_percent: 83,
      },
    })
    await phone.stop()
  })
})

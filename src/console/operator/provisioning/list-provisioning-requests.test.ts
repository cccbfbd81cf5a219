import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { inForce } from '../../../identity/in-force.ts'
import { declineProvisioning, requestProvisioning } from '../../../identity/approval/change-approval.ts'
import { operator, pageOfList } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

interface Row {
  readonly user_id: number
  readonly state: string
}

describe('listProvisioningRequests', () => {
  test('has pending ones first, pages by person, and filters by state', async () => {
    const asked: number[] = []
    for (let at = 0; at < 5; at++) {
      const { id } = await app.member((await app.tenant()).workspaceId, 'member')
      asked.push(id)
      await inForce(app.context, async (tx) => {
        await requestProvisioning(tx, {
          userId: id,
          company: 'Lee & Sons',
          purpose: 'Shops',
          monthlyAccounts: 5,
        })
        if (at === 4) await declineProvisioning(tx, id)
      })
    }
    const pending = asked.slice(0, 4).toReversed()
    const { data, meta } = await pageOfList<Row>(browser, '/operator/provisioning?limit=3')
    expect(data.map((row) => row.user_id)).toEqual(pending.slice(0, 3))
    expect(data[0]).toMatchObject({
      email: expect.stringContaining('@example.com') as string,
      company: 'Lee & Sons',
      purpose: 'Shops',
      monthly_accounts: 5,
      requested_at: app.clock.now().toISOString(),
      approved_at: null,
    })
    const rest = await pageOfList<Row>(browser, `/operator/provisioning?before=${meta.next_before}`)
    expect(rest.data[0]?.user_id).toBe(pending[3])
    expect(rest.data[1]).toMatchObject({ user_id: asked[4], state: 'declined' })
    expect(rest.meta.next_before).toBeNull()
    const approved = await pageOfList<Row>(browser, '/operator/provisioning?state=approved')
    expect(new Set(approved.data.map(({ state }) => state))).toEqual(new Set(['approved']))
    const declined = await pageOfList<Row>(browser, '/operator/provisioning?state=declined')
    expect(declined.data.map((row) => row.user_id)).toEqual([asked[4]])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../../test/harness.ts'
import { simulatorNumber, smsAccount, type TestNumber } from '../../../test/sms-account.ts'
import { groupOf, memberOf, textTo, type Account } from '../../../test/sms-group.ts'
import type { Group } from '../../sms/group/model.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function office(): Promise<{ account: Account; group: Group; number: TestNumber }> {
  const account = await smsAccount(app)
  return { account, ...(await groupOf(app, account)) }
}

const pathOf = ({ workspaceId }: Tenant, id: number | string) =>
  `/workspaces/${workspaceId}/groups/${id}/muted-members`

describe('listMutedMembers', () => {
  test('has the members who sent STOP, until they send START', async () => {
    const { account, group, number } = await office()
    const { userId, workspaceId } = account.tenant
    const owner = await logIn(app, userId)
    const path = pathOf(account.tenant, group.id)
    expect(await owner.data('GET', path)).toEqual([])
    const [bob, cat] = [memberOf(group, 'Bob'), memberOf(group, 'Cat')]
    await textTo(app, number, cat.phone, 'STOP')
    await textTo(app, number, bob.phone, 'stop')
    const opted_out_at = app.clock.now().toISOString()
    const muted = [
      { id: bob.id, opted_out_at },
      { id: cat.id, opted_out_at },
    ]
    expect(await owner.data('GET', path)).toEqual(muted)
    const colleague = await app.member(workspaceId, 'member')
    expect(await (await logIn(app, colleague.id)).data('GET', path)).toEqual(muted)
    await textTo(app, number, cat.phone, 'START')
    expect(await owner.data('GET', path)).toEqual(muted.slice(0, 1))
  })

  test('has only phones that opted out of this workspace', async () => {
    const { account, group } = await office()
    const other = await smsAccount(app)
    const foreign = await simulatorNumber(app, { tenant: other.tenant, online: false })
    await textTo(app, foreign, memberOf(group, 'Bob').phone, 'STOP')
    const owner = await logIn(app, account.tenant.userId)
    expect(await owner.data('GET', pathOf(account.tenant, group.id))).toEqual([])
  })

  test('of a group that is unknown, deleted, or of another workspace is not_found', async () => {
    const { account, group } = await office()
    const other = await smsAccount(app)
    const stranger = await logIn(app, other.tenant.userId)
    expect(await stranger.refusal('GET', pathOf(other.tenant, group.id))).toEqual([404, 'not_found'])
    expect(await stranger.refusal('GET', pathOf(account.tenant, group.id))).toEqual([
      404,
      'workspace_not_found',
    ])
    expect(await stranger.refusal('GET', pathOf(other.tenant, 987_654))).toEqual([404, 'not_found'])
    expect(await stranger.refusal('GET', pathOf(other.tenant, 'x'))).toEqual([404, 'not_found'])
    await account.remove(`/groups/${group.id}`)
    const owner = await logIn(app, account.tenant.userId)
    expect(await owner.refusal('GET', pathOf(account.tenant, group.id))).toEqual([404, 'not_found'])
  })

  test('is subscription_inactive where the plan of the owner has no texts', async () => {
    const tenant = await app.tenant({ plan: { services: ['files'] } })
    const owner = await logIn(app, tenant.userId)
    expect(await owner.refusal('GET', pathOf(tenant, 1))).toEqual([402, 'subscription_inactive'])
  })
})

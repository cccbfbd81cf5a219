import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusalOf } from '../../../test/files-client.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { iamCaller, list, newAddress, organization, type Organization } from '../../../test/iam-app.ts'

let app: TestApp
let org: Organization
beforeAll(async () => {
  app = await testApp()
  org = await organization(app)
})
afterAll(() => app.close())

const invite = (email: string, role = 'member') => org.owner.iam('POST', '/members', { email, role })
const invites = async () => list(await org.admin.iam('GET', '/invites'))

describe('listInvites', () => {
  test('has every field of an invitation, newest first; one that was sent again is the newest', async () => {
    const [first, second] = [newAddress(), newAddress()]
    await invite(first)
    app.clock.advance(60_000)
    await invite(second, 'admin')
    const newest = {
      invite_id: expect.any(Number) as number,
      email: second,
      role: 'admin',
      status: 'pending',
      invited_at: '2026-03-04 05:07:07',
      expires_at: '2026-03-18 05:07:07',
      expired: false,
    }
    const [one, two] = await invites()
    expect(one).toEqual(newest)
    expect(two).toMatchObject({ email: first, invited_at: '2026-03-04 05:06:07' })
    app.clock.advance(60_000)
    await invite(first)
    const [again] = await invites()
    expect(again).toMatchObject({
      invite_id: two?.['invite_id'],
      email: first,
      invited_at: '2026-03-04 05:08:07',
    })
  })

  test('keeps an expired invitation until it is sent again or cancelled', async () => {
    const email = newAddress()
    await invite(email)
    const entry = async () => (await invites()).find((each) => each['email'] === email)
    const sent = app.clock.now()
    const fourteenDays = 14 * 24 * 60 * 60 * 1000
    app.clock.advance(fourteenDays - 1)
    expect((await entry())?.['expired']).toBe(false)
    app.clock.advance(1)
    expect(await entry()).toMatchObject({ status: 'pending', expired: true })
    const id = (await entry())?.['invite_id']
    await invite(email)
    expect(await entry()).toMatchObject({ invite_id: id, expired: false })
    app.clock.advance(fourteenDays)
    expect((await org.owner.iam('DELETE', `/invites/${String(id)}`)).status).toBe(204)
    expect(await entry()).toBeUndefined()
    app.clock.set(sent)
  })

  test('is not_admin for a member and not_an_org_workspace for a personal key', async () => {
    expect(refusalOf(await org.member.iam('GET', '/invites'))).toEqual([403, 'not_admin'])
    const { key } = await org.tenant.key('iam', { workspaceId: org.tenant.personalId })
    expect(refusalOf(await iamCaller(app, key)('GET', '/invites'))).toEqual([400, 'not_an_org_workspace'])
  })

  test('never shows those of another organization', async () => {
    const other = await organization(app)
    expect(list(await other.owner.iam('GET', '/invites'))).toEqual([])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { simulatorNumber, smsAccount } from '../../../test/sms-account.ts'
import { newAddress, organization } from '../../../test/iam-app.ts'
import { findAnyWorkspace } from '../../identity/workspace/store.ts'
import { insertMail, listMails } from '../../platform/mail/store.ts'
import { sql } from '../../platform/database/sql.ts'
import { assignNumber } from '../../sms/inventory/change-number.ts'
import { assignUnrouted } from '../../sms/inbound/operate-unrouted.ts'
import { unroutedText } from '../operator/unrouted/unrouted.testing.ts'
import { deleteWorkspace } from './delete-workspace.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const isThere = async (workspaceId: number) =>
  (await findAnyWorkspace(app.context.database, workspaceId)) !== undefined

const count = async (statement: ReturnType<typeof sql>) => (await app.context.database.rows(statement)).length

describe('deleteWorkspace', () => {
  test('takes along an unrouted text that was assigned to it, and leaves one that nobody has', async () => {
    const { context } = app
    const { workspaceId } = await app.tenant()
    const { id } = await unroutedText(app, 'Is Ann there?')
    const other = await unroutedText(app, 'Is Ben there?')
    await context.database.transaction((tx) => assignUnrouted(tx, context, id, workspaceId))
    await deleteWorkspace(context, workspaceId)
    expect(await isThere(workspaceId)).toBe(false)
    expect(await count(sql`select from sms.inbound where unrouted_id = ${id}`)).toBe(0)
    expect(await count(sql`select from sms.unrouted where id = ${id}`)).toBe(0)
    expect(await count(sql`select from sms.unrouted where id = ${other.id}`)).toBe(1)
  })

  test('deletes the mails that it caused, and no others, and no limits of their recipients', async () => {
    const { context } = app
    const [going, staying] = [await organization(app), await organization(app)]
    const [alone, shared] = [newAddress(), newAddress()]
    for (const email of [alone, shared]) await going.owner.iam('POST', '/members', { email })
    await staying.owner.iam('POST', '/members', { email: shared })
    const other = { to: alone, subject: 'Your code', text: 'x', html: 'x', links: [] }
    await insertMail(context.database, other, context.clock.now())
    await deleteWorkspace(context, going.id)
    const left = await Promise.all([alone, shared].map((to) => listMails(context.database, { to })))
    expect(left.map((mails) => mails.length)).toEqual([1, 1])
    expect(
      await count(sql`select from platform.mail_limit where starts_with(subject, ${`to:${alone}`})`),
    ).toBe(2)
  })

  test('keeps a simulated number with a group of another workspace, dedicated to nobody', async () => {
    const before = await smsAccount(app)
    const { workspaceId } = await app.tenant()
    const number = await simulatorNumber(app, { tenant: before.tenant })
    const { status } = await before.post('/groups', { name: 'Crew', number_id: number.id, members: [] })
    expect(status).toBe(201)
    await assignNumber(app.context, number.id, { workspaceId })
    await deleteWorkspace(app.context, workspaceId)
    expect(await isThere(workspaceId)).toBe(false)
    expect(await count(sql`select from sms.number where id = ${number.id} and workspace_id = 0`)).toBe(1)
  })
})

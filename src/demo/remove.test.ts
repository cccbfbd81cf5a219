import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/harness.ts'
import { deleteWorkspace } from '../console/removal/delete-workspace.ts'
import { logIn } from '../console/console.testing.ts'
import type { Context } from '../api/context.ts'
import { demoPeople, demoWorkspaces, findDemo } from '../identity/demo/store.ts'
import { inForce } from '../identity/in-force.ts'
import { createKey } from '../identity/key/create-key.ts'
import { addMember } from '../identity/member/change-members.ts'
import { changeOwner } from '../identity/member/change-owner.ts'
import { markWorkspace, unmarkWorkspace } from '../identity/removal/mark.ts'
import { createOrganization } from '../identity/workspace/create-organization.ts'
import { anyUser } from '../identity/user/store.ts'
import { newSecret, sealSecret } from '../webhooks/webhook/secret.ts'
import { drawWebhookId, findCreator, insertWebhook } from '../webhooks/webhook/store.ts'
import { firstPersonOf, mentions, rowCounts } from './demo.testing.ts'
import { demoAdditions, removeDemo } from './remove.ts'
import { fillDemo } from './fill.ts'

let app: TestApp
let context: Context
let firstPersonId: number
beforeAll(async () => {
  app = await testApp()
  app.clock.set('2026-03-24T15:06:07.000Z')
  ;({ context } = app)
  firstPersonId = await firstPersonOf(context)
})
afterAll(() => app.close())
beforeEach(() => fillDemo(context, firstPersonId), 60_000)

const idsOfDemo = async () => {
  const { database } = context
  const [workspaces, people] = [await demoWorkspaces(database), await demoPeople(database)]
  return { workspaceIds: workspaces.map(({ id }) => id), userIds: people.map(({ id }) => id) }
}

const ledger = ['sms.usage_entry.workspace_id']

describe('removing the demo', { timeout: 60_000 }, () => {
  test('counts what others added, and removes it as well', async () => {
    const ids = await idsOfDemo()
    app.clock.advance(60_000)
    const browser = await logIn(app, firstPersonId)
    const below = `/workspaces/${ids.workspaceIds.at(0)}`
    await browser.data('POST', `${below}/files/folders`, { name: 'Mine' })
    await browser.data('POST', `${below}/sms/messages`, {
      to: '+12025550150',
      body: 'Mine',
      from: '+12025550101',
    })
    expect(await demoAdditions(context)).toEqual({
      organization: 'Fernwood Heating & Plumbing',
      added: { files: 1, messages: 1, keys: 0, webhooks: 0, groups: 0, numbers: 0, people: 0 },
    })
    await removeDemo(context)
    expect(await mentions(context.database, ids)).toEqual(ledger)
    expect(await browser.refusal('GET', `${below}/keys`)).toEqual([404, 'workspace_not_found'])
    expect(await anyUser(context.database)).toBe(true)
  })

  test('revokes keys at once', async () => {
    const [workspaceId = 0] = (await idsOfDemo()).workspaceIds
    const { key } = await context.database.transaction((tx) =>
      createKey(tx, context.random, {
        service: 'files',
        userId: firstPersonId,
        workspaceId,
        scopes: ['files:read'],
      }),
    )
    const list = () => app.call('gateway', { method: 'GET', url: '/v1/files/files', key })
    expect((await list()).status).toBe(200)
    await removeDemo(context)
    expect((await list()).status).toBe(401)
  })

  test('leaves the workspaces of others as they are, also where someone of the demo was a member', async () => {
    const { database, random, vault, setUpWorkspace } = context
    const ids = await idsOfDemo()
    const [userId = 0] = ids.userIds
    const { id: workspaceId } = await database.transaction((tx) =>
      createOrganization(tx, setUpWorkspace, { ownerId: firstPersonId, name: 'Real' }),
    )
    await inForce(context, (tx) => addMember(tx, { workspaceId, userId, role: 'admin' }))
    const webhookId = await database.transaction(async (tx) => {
      const id = await drawWebhookId(tx)
      const sealedSecret = sealSecret(vault, id, newSecret(random))
      const draft = { name: 'Real', url: 'https://real.example.com', events: ['*'], active: true }
      await insertWebhook(tx, { ...draft, id, workspaceId, createdBy: userId, sealedSecret })
      await createKey(tx, random, { service: 'files', userId, workspaceId, scopes: ['files:read'] })
      return id
    })
    await removeDemo(context)
    expect(await mentions(database, ids)).toEqual(ledger)
    const creator = await database.transaction((tx) => findCreator(tx, workspaceId, webhookId))
    expect(creator).toBe(firstPersonId)
    await deleteWorkspace(context, workspaceId)
  })

  test('is refused while someone of the demo owns a workspace of others, and changes nothing', async () => {
    const ids = await idsOfDemo()
    const [userId = 0] = ids.userIds
    const { id: workspaceId } = await context.database.transaction((tx) =>
      createOrganization(tx, context.setUpWorkspace, { ownerId: firstPersonId, name: 'Given away' }),
    )
    await inForce(context, (tx) => changeOwner(tx, { workspaceId, userId }))
    const before = await rowCounts(context.database)
    await expect(removeDemo(context)).rejects.toThrow(`Workspace ${workspaceId} is not of the demo`)
    expect(await rowCounts(context.database)).toEqual(before)
    // It may be brought back.
    await inForce(context, (tx) => markWorkspace(tx, workspaceId))
    await expect(removeDemo(context)).rejects.toThrow(`Workspace ${workspaceId} is not of the demo`)
    await inForce(context, (tx) => unmarkWorkspace(tx, workspaceId))
    await inForce(context, (tx) => changeOwner(tx, { workspaceId, userId: firstPersonId }))
    await removeDemo(context)
    expect(await mentions(context.database, ids)).toEqual(ledger)
    await deleteWorkspace(context, workspaceId)
  })

  test.each([1, 7])('is finished by another run after it broke at blob %i', async (place) => {
    const ids = await idsOfDemo()
    let removed = 0
    const blobs = {
      ...context.blobs,
      remove: async (key: string) => {
        removed += 1
        if (removed === place) throw new Error('The store is away.')
        await context.blobs.remove(key)
      },
    }
    await expect(removeDemo({ ...context, blobs })).rejects.toThrow('The store is away.')
    expect(await findDemo(context.database)).toBeDefined()
    await removeDemo(context)
    expect(await mentions(context.database, ids)).toEqual(ledger)
    expect(await findDemo(context.database)).toBeUndefined()
  })
})

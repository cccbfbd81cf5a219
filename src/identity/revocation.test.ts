import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type Tenant, type TestApp } from '../../test/harness.ts'
import { inForce } from './in-force.ts'
import { revokeKey } from './key/revoke-key.ts'
import { addMember, removeMember } from './member/change-members.ts'
import { setPlan } from './plan/set-plan.ts'
import { setUserDisabled } from './user/disable-user.ts'

let app: TestApp
let tenant: Tenant
let other: ChildProcess

const answer = async (): Promise<unknown> => (await once(other, 'message'))[0]
const judge = (key: string): Promise<unknown> => {
  const judged = answer()
  other.send(key)
  return judged
}

beforeAll(async () => {
  app = await testApp()
  tenant = await app.tenant()
  const script = new URL('../../test/key-checker.ts', import.meta.url)
  other = fork(script, [app.connectionString], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  expect(await answer()).toBe('ready')
})
afterAll(async () => {
  other.disconnect()
  await once(other, 'exit')
  await app.close()
})

describe('a change of rights', () => {
  test(
    'a revoked key is refused by a second process at once, a thousand times',
    { timeout: 120_000 },
    async () => {
      let refused = 0
      for (let round = 0; round < 1000; round++) {
        const { id, key } = await tenant.key('files')
        expect(await judge(key)).toBe('valid')
        await inForce(app.context, (tx) => revokeKey(tx, id))
        if ((await judge(key)) === 'revoked_key') refused++
      }
      expect(refused).toBe(1000)
    },
  )

  test('stops the keys of a disabled person in a second process at once, and lets them go on', async () => {
    const { key } = await tenant.key('files')
    for (let round = 0; round < 50; round++) {
      expect(await judge(key)).toBe('valid')
      await inForce(app.context, (tx) => setUserDisabled(tx, tenant.userId, true))
      expect(await judge(key)).toBe('disabled_account')
      await inForce(app.context, (tx) => setUserDisabled(tx, tenant.userId, false))
    }
  })

  test('stops the keys of a removed member in a second process at once', async () => {
    const { id } = await app.member(tenant.workspaceId, 'member')
    for (let round = 0; round < 50; round++) {
      const { key } = await tenant.key('files', { userId: id })
      expect(await judge(key)).toBe('valid')
      await inForce(app.context, (tx) => removeMember(tx, { workspaceId: tenant.workspaceId, userId: id }))
      expect(await judge(key)).toBe('orphaned_key')
      await inForce(app.context, (tx) =>
        addMember(tx, { workspaceId: tenant.workspaceId, userId: id, role: 'admin' }),
      )
    }
  })

  test('of a plan is seen by the next request', async () => {
    const { key } = await tenant.key('files')
    const status = async () => (await app.call('files', { url: '/api/v1/files', key })).status
    for (let round = 0; round < 20; round++) {
      expect(await status()).toBe(200)
      await inForce(app.context, (tx) => setPlan(tx, tenant.userId, { active: false }))
      expect(await status()).toBe(402)
      await inForce(app.context, (tx) => setPlan(tx, tenant.userId, { active: true }))
    }
  })
})

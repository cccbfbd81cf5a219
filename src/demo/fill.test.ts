import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/harness.ts'
import { demoPeople, demoWorkspaces, findDemo } from '../identity/demo/store.ts'
import { findMiscount } from '../files/usage/store.ts'
import { differingUsage } from '../sms/usage/store.ts'
import { firstPersonOf, mentions, rowCounts, usageOf } from './demo.testing.ts'
import { demoAdditions, removeDemo } from './remove.ts'
import { requireRoomForDemo } from './require-room.ts'
import { fillDemo } from './fill.ts'

let app: TestApp
let firstPersonId: number
let before: Readonly<Record<string, number>>
beforeAll(async () => {
  app = await testApp()
  app.clock.set('2026-03-24T15:06:07.000Z')
  firstPersonId = await firstPersonOf(app.context)
  before = await rowCounts(app.context.database)
  expect(await requireRoomForDemo(app.context)).toBe(true)
  await Promise.all([fillDemo(app.context, firstPersonId), fillDemo(app.context, firstPersonId)])
}, 60_000)
afterAll(() => app.close())

const blobs = async (): Promise<number> => {
  const entries = await readdir(app.directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).length
}

describe('the plan of the demo', { timeout: 120_000 }, () => {
  test.each([
    '2026-03-01T00:20:00.000Z',
    '2026-03-01T15:06:07.000Z',
    '2026-03-03T15:06:07.000Z',
    '2026-03-15T15:06:07.000Z',
  ])('is near its cap, and today near its allowance, at %s', async (time) => {
    const other = await testApp()
    try {
      other.clock.set(time)
      await fillDemo(other.context, await firstPersonOf(other.context))
      const [organization] = await demoWorkspaces(other.context.database)
      const usage = await usageOf(other.context.database, organization?.id ?? 0, other.clock.now())
      expect(usage.charged / usage.cap).toBeGreaterThan(0.8)
      expect(usage.charged).toBeLessThan(usage.cap)
      expect(usage.today / usage.daily).toBeGreaterThan(0.8)
    } finally {
      await other.close()
    }
  })
})

describe('the demo', { timeout: 60_000 }, () => {
  test('has an organization with people, files, texts, and what developers and operators look at', async () => {
    const counts = await rowCounts(app.context.database)
    expect(counts).toMatchObject({
      'identity."user"': 12,
      'identity.api_key': 5,
      'identity.approval': 3,
      'identity.invitation': 2,
      'identity.invite_code': 1,
      'platform.mail': 3,
      'sms."group"': 1,
      'sms.member': 5,
      'sms.number': 4,
      'sms.optout': 1,
      'webhooks.delivery': 240,
      'webhooks.webhook': 3,
    })
    expect(counts['files.file']).toBeGreaterThan(1900)
    expect(counts['sms.message']).toBeGreaterThan(290)
    expect(counts['sms.conversation']).toBeGreaterThan(24)
    expect(counts['sms.queue']).toBe(2)
    expect(counts['identity.request']).toBeGreaterThan(1000)
  })

  test('is there once, though two processes started at the same moment, and for the next start', async () => {
    expect(await requireRoomForDemo(app.context)).toBe(false)
    expect(await demoAdditions(app.context)).toMatchObject({ added: { files: 0, messages: 0, people: 0 } })
  })

  test('has sums that are right', async () => {
    const [organization] = await demoWorkspaces(app.context.database)
    const miscount = await findMiscount(app.context.database, organization?.id ?? 0)
    expect(miscount).toEqual({ bytes: 0, files: 0, folders: 0, reserved: 0 })
    expect(await differingUsage(app.context.database, new Date('2026-01-01T00:00:00Z'))).toEqual([])
  })

  test('goes without a trace except for the ledger of usage and the entries of the removal', async () => {
    const { database } = app.context
    const [workspaces, people] = [await demoWorkspaces(database), await demoPeople(database)]
    expect(await blobs()).toBeGreaterThan(20)
    await removeDemo(app.context)
    const ids = {
      workspaceIds: workspaces.map(({ id }) => id),
      userIds: people.map(({ id }) => id),
    }
    expect(await mentions(database, ids)).toEqual(['sms.usage_entry.workspace_id'])
    const after = await rowCounts(database)
    const kept = { 'sms.usage_entry': 0, 'identity.audit': workspaces.length + people.length }
    expect({ ...after, 'sms.usage_entry': 0 }).toEqual({ ...before, ...kept })
    expect(await blobs()).toBe(0)
    expect(await findDemo(database)).toBeUndefined()
    expect(await requireRoomForDemo(app.context)).toBe(true)
  })
})

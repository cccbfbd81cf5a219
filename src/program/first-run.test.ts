import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/harness.ts'
import { countPool } from '../sms/inventory/pool.ts'
import { readConfig } from './config.ts'
import { firstRun } from './first-run.ts'
import type { Instance } from './instance.ts'
import { showFirstRun } from './show-first-run.ts'

const apps: TestApp[] = []
let instanceWith: (env: Record<string, string>) => Promise<Instance>
beforeAll(() => {
  instanceWith = async (env) => {
    const app = await testApp()
    apps.push(app)
    const config = readConfig(env, { dataDir: app.directory })
    return { config, context: app.context, dataDir: app.directory } as unknown as Instance
  }
})
afterAll(async () => {
  for (const app of apps) await app.close()
})

describe('the first run', () => {
  test('adds a simulated number to the pool on a laptop, once', async () => {
    const instance = await instanceWith({})
    const first = await firstRun(instance)
    expect(first?.numberId).toBeGreaterThan(0)
    expect(await firstRun(instance)).toBeUndefined()
    expect(await countPool(instance.context.database)).toEqual({ simulated: 1, real: 0 })
  })

  test.each([
    { DATABASE_URL: 'postgresql://db.example.com/bureau' },
    { BUREAU_GATEWAY_URL: 'https://api.example.com' },
    { BUREAU_FILES_URL: 'https://files.example.com' },
    { BUREAU_SMS_URL: 'https://sms.example.com' },
    { BUREAU_PHONES_URL: 'https://phones.example.com' },
  ])('adds none for production: %j', async (env) => {
    const instance = await instanceWith(env)
    const first = await firstRun(instance)
    expect(first).toMatchObject({ smsKey: expect.any(String), numberId: undefined })
    expect(await countPool(instance.context.database)).toEqual({ simulated: 0, real: 0 })
    const shown = first && (await showFirstRun(first, instance, { terminal: true }))
    expect(shown).toContain('--carrier android --pool')
    expect(shown).not.toContain('sim inbound')
  })

  test('is made by one of two processes that start at the same moment', async () => {
    const instance = await instanceWith({ DATABASE_URL: 'postgresql://db.example.com/bureau' })
    const both = await Promise.all([firstRun(instance), firstRun(instance)])
    expect(both.filter((first) => first !== undefined)).toHaveLength(1)
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { androidNumber } from '../../../../test/android-number.ts'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import { simulatorNumber } from '../../../../test/sms-account.ts'
import type { Browser } from '../../console.testing.ts'
import { operator } from '../operator.testing.ts'
import { unroutedText } from '../unrouted/unrouted.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

interface Health {
  readonly checks: readonly { readonly name: string; readonly state: string; readonly found: string }[]
}

describe('getInstallationHealth', () => {
  test('has version, checks, queues, mail, and storage', async () => {
    const health = await browser.data<Health>('GET', '/operator/health')
    expect(health).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string,
      at: app.clock.now().toISOString(),
      queues: [
        { name: 'people', jobs: 0 },
        { name: 'machines', jobs: 0 },
      ],
      mail: { mode: 'outbox', waiting: 0, failed: 0 },
      storage: { free_bytes: expect.any(Number) as number, size_bytes: expect.any(Number) as number },
    })
    const stateOf = (name: string) => health.checks.find((check) => check.name === name)?.state
    expect(['server', 'database', 'migrations', 'blobs', 'disk space'].map(stateOf)).toEqual(
      Array.from({ length: 5 }, () => 'ok'),
    )
    expect(stateOf('pool')).toBe('warning')
  })

  test('counts numbers by state, and texts that belong to nobody', async () => {
    const tenant = await app.tenant()
    await simulatorNumber(app, { tenant })
    await simulatorNumber(app, { tenant, online: false })
    await androidNumber(app, tenant)
    await unroutedText(app, 'Hello')
    expect(await browser.data('GET', '/operator/health')).toMatchObject({
      numbers: { online: 2, offline: 1, paused: 1 },
      unrouted: 1,
    })
  })

  test('counts mails that wait', async () => {
    await browser.data('POST', '/operator/mail/test')
    expect(await browser.data('GET', '/operator/health')).toMatchObject({ mail: { waiting: 1 } })
  })
})

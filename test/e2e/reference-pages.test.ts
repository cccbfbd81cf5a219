import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness.ts'
import { executable, expectNoFaults, launch, policyRefusals } from './browser.ts'

describe.skipIf(executable === undefined)('reference pages in a browser', () => {
  let app: TestApp
  let browser: Browser
  const closers: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    app = await testApp()
    closers.unshift(app.close)
    browser = await launch()
    closers.unshift(() => browser.close())
  })
  afterAll(async () => {
    for (const close of closers) await close()
  })

  // One of several services and one of a single service; that of files differs from the first in nothing.
  test.each(['gateway', 'sms'] as const)(
    'the reference of the origin "%s" has no fault that axe finds, and fits',
    { timeout: 240_000 },
    async (name) => {
      const origin = app.origin(name)
      await origin.listen({ port: 0, host: '127.0.0.1' })
      const page = await (await browser.newContext()).newPage()
      const refusals = policyRefusals(page)
      await page.goto(`http://127.0.0.1:${(origin.server.address() as AddressInfo).port}/docs`)
      await expectNoFaults(page, `reference-${name}`, 390)
      expect(refusals).toEqual([])
      await page.context().close()
    },
  )
})

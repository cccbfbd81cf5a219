import type { AddressInfo } from 'node:net'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../harness.ts'
import { executable, launch, policyRefusals } from './browser.ts'

let app: TestApp
let browser: Browser
let origin = ''

describe.skipIf(executable === undefined)('the web app in a browser', () => {
  beforeAll(async () => {
    app = await testApp()
    await app.origin('files').listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.origin('files').server.address() as AddressInfo
    origin = `http://127.0.0.1:${port}`
    browser = await launch()
  })
  afterAll(async () => {
    await browser.close()
    await app.close()
  })

  test('starts under its policy, asks nobody else for anything, and has the chosen scheme', async () => {
    const context = await browser.newContext({ colorScheme: 'light' })
    await context.addCookies([{ name: 'bureau_scheme', value: 'dark', url: origin }])
    const page = await context.newPage()
    const refusals = policyRefusals(page)
    const faults: string[] = []
    page.on('pageerror', ({ message }) => faults.push(message))
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin)
        elsewhere.push(request.url())
    })
    await page.goto(`${origin}/setup`)
    await page.locator('h1').first().waitFor()
    const scheme = await page
      .locator('html')
      .evaluate('getComputedStyle(document.documentElement).colorScheme')
    expect([scheme, await page.locator('html').getAttribute('data-scheme')]).toEqual(['dark', 'dark'])
    expect({ refusals, faults, elsewhere }).toEqual({ refusals: [], faults: [], elsewhere: [] })
    await context.close()
  })
})

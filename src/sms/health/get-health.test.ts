import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getHealth', () => {
  test('names service and version, and shows the time of the clock', async () => {
    const { key } = await (await app.tenant()).key('sms')
    const answer = await app.call('sms', { url: '/api/v1/health', key })
    expect([answer.status, answer.body]).toEqual([
      200,
      { ok: true, service: 'sms', version: 'v1', time: '2026-03-04T05:06:07.000Z' },
    ])
  })

  test('needs a valid key but no scope of its own', async () => {
    const { key } = await (await app.tenant()).key('sms', { scopes: ['groups:read'] })
    expect((await app.call('sms', { url: '/api/v1/health', key })).status).toBe(200)
    expect((await app.call('sms', { url: '/api/v1/health' })).status).toBe(401)
  })
})

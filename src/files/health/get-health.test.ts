import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'

let app: TestApp

beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getHealth', () => {
  test('needs no key', async () => {
    for (const [origin, url] of [
      ['files', '/api/v1/health'],
      ['gateway', '/v1/files/health'],
    ] as const) {
      const answer = await app.call(origin, { method: 'GET', url })
      expect(answer.body).toEqual({
        data: { ok: true, service: 'files', version: 'v1', timestamp: '2026-03-04T05:06:07.000Z' },
      })
    }
  })
})

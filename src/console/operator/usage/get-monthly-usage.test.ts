import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { logIn } from '../../console.testing.ts'
import { operator } from '../operator.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('getMonthlyUsage', () => {
  test('has the usage of each workspace in a month, as JSON and as CSV', async () => {
    const tenant = await app.tenant()
    const owner = await logIn(app, tenant.userId)
    const form = { 'content-type': 'multipart/form-data; boundary=b' }
    const answer = await app.call('files', {
      method: 'POST',
      url: `/console/v1/workspaces/${tenant.workspaceId}/files/files`,
      headers: { cookie: owner.cookie, 'sec-fetch-site': 'same-origin', ...form },
      payload:
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhello\r\n--b--\r\n',
    })
    expect(answer.status, answer.text).toBe(201)
    const rows = await browser.data<{ workspace_id: number }[]>('GET', '/operator/usage?month=2026-03')
    expect(rows).toEqual([
      {
        workspace_id: tenant.workspaceId,
        messages: 0,
        segments: 0,
        allowance: 0,
        metered: 0,
        charged_micros: 0,
        reversed_micros: 0,
        micros: 0,
        storage_bytes: 5,
      },
    ])
    const csv = await browser.call('GET', '/operator/usage?month=2026-03', undefined, { accept: 'text/csv' })
    expect(csv.headers['content-disposition']).toBe('attachment; filename=usage-2026-03.csv')
    expect(csv.text).toBe(
      'month,workspace_id,messages,segments,allowance,metered,charged_micros,reversed_micros,micros,storage_bytes\r\n' +
        `2026-03,${tenant.workspaceId},0,0,0,0,0,0,0,5\r\n`,
    )
  })

  test('refuses what is no month', async () => {
    for (const query of ['', '?month=', '?month=2026-13', '?month=2026-3', '?month=1066-01'])
      expect(await browser.refusal('GET', `/operator/usage${query}`)).toEqual([400, 'invalid_request'])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inForce } from '../../identity/in-force.ts'
import { makeOperator } from '../../identity/operator/change-operators.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('probeUpload', () => {
  test('counts up to 16 MiB, and more is body_too_large', async () => {
    const { userId } = await app.tenant()
    await inForce(app.context, (tx) => makeOperator(tx, userId, {}))
    const { cookie } = await logIn(app, userId)
    const send = (bytes: number) =>
      app.call('files', {
        method: 'POST',
        url: '/console/v1/operator/upload-probe',
        headers: { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/octet-stream' },
        payload: Buffer.alloc(bytes),
      })
    expect((await send(16 * 1024 * 1024)).body).toEqual({ data: { bytes: 16 * 1024 * 1024 } })
    const more = await send(16 * 1024 * 1024 + 1)
    expect([more.status, more.body]).toMatchObject([413, { error: { code: 'body_too_large' } }])
  })
})

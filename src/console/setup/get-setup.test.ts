import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inForce } from '../../identity/in-force.ts'
import { makeOperator } from '../../identity/operator/change-operators.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { browserWith } from '../console.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('getSetup', () => {
  test('is open to anyone until there is an operator', async () => {
    const nobody = browserWith(app, 0, '')
    expect(await nobody.data('GET', '/setup')).toEqual({ open: true })
    const { userId } = await app.tenant()
    await inForce(app.context, (tx) => makeOperator(tx, userId, {}))
    expect(await nobody.data('GET', '/setup')).toEqual({ open: false })
  })
})

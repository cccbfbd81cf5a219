import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { systemSecret } from '../../platform/secrets/system-secret.ts'
import type { Arrival } from '../../api/gate.ts'
import { openSystemGate, type systemSecretKind } from './system-secret.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await testApp()
  secret = await systemSecret(app.context)
})
afterAll(() => app.close())

const arriving = (authorization?: string) =>
  ({ headers: { authorization } }) as unknown as Arrival<typeof systemSecretKind>

describe('the gate of the system secret', () => {
  test('admits who sends the secret, whatever the case of Bearer', async () => {
    const gate = openSystemGate(app.context)
    for (const scheme of ['Bearer', 'bearer'])
      expect(await gate.admit(arriving(`${scheme} ${secret}`))).toEqual({ kind: 'system-secret' })
  })

  test.each([undefined, '', 'Basic Zm9vOmJhcg==', 'Bearer'])(
    'refuses %j as missing_secret',
    async (header) => {
      await expect(openSystemGate(app.context).admit(arriving(header))).rejects.toMatchObject({
        reason: 'missing_secret',
      })
    },
  )

  test('refuses any other secret as wrong_secret', async () => {
    const gate = openSystemGate(app.context)
    for (const wrong of [`${secret}x`, secret.slice(1), 'x', 'é'.repeat(1000)])
      await expect(gate.admit(arriving(`Bearer ${wrong}`))).rejects.toMatchObject({ reason: 'wrong_secret' })
  })

  test('reads the secret again after a failure', async () => {
    let failing = true
    const { database, ...context } = app.context
    const flaky = {
      ...context,
      database: {
        ...database,
        first: (statement: Parameters<typeof database.first>[0]) =>
          failing ? Promise.reject(new Error('away')) : database.first(statement),
      } as typeof database,
    }
    const gate = openSystemGate(flaky)
    await expect(gate.admit(arriving(`Bearer ${secret}`))).rejects.toThrow('away')
    failing = false
    expect(await gate.admit(arriving(`Bearer ${secret}`))).toEqual({ kind: 'system-secret' })
  })
})

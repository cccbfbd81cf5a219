import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { rotateSystemSecret, systemSecret } from '../../platform/secrets/system-secret.ts'
import { inForce } from '../in-force.ts'
import type { EndpointRequest } from '../../api/auth-scheme.ts'
import { systemSecretScheme, type systemSecretKind } from './system-secret.ts'

let app: TestApp
let secret: string
beforeAll(async () => {
  app = await testApp()
  secret = await systemSecret(app.context)
})
afterAll(() => app.close())

const withHeader = (authorization?: string) =>
  ({ headers: { authorization } }) as unknown as EndpointRequest<typeof systemSecretKind>
const authenticated = { outcome: 'authenticated', caller: { kind: 'system-secret' } }

describe('the scheme of the system secret', () => {
  test('authenticates by the secret, whatever the case of Bearer', async () => {
    const scheme = systemSecretScheme()
    for (const word of ['Bearer', 'bearer'])
      expect(await scheme.authenticate(withHeader(`${word} ${secret}`), app.context)).toEqual(authenticated)
  })

  test.each([undefined, '', 'Basic Zm9vOmJhcg==', 'Bearer'])(
    'refuses %j as missing_secret',
    async (header) => {
      expect(await systemSecretScheme().authenticate(withHeader(header), app.context)).toMatchObject({
        outcome: 'not-presented',
        refusal: { reason: 'missing_secret' },
      })
    },
  )

  test('refuses any other secret as wrong_secret', async () => {
    const scheme = systemSecretScheme()
    for (const wrong of [`${secret}x`, secret.slice(1), 'x', 'é'.repeat(1000)])
      expect(await scheme.authenticate(withHeader(`Bearer ${wrong}`), app.context)).toMatchObject({
        outcome: 'failed',
        refusal: { reason: 'wrong_secret' },
      })
  })

  test('of every process follows a rotation at once', async () => {
    const other = await testApp({ beside: app, keyring: app.context.keyring })
    const schemes = [app, other].map(({ context }) => {
      const scheme = systemSecretScheme()
      return async (given: string) =>
        (await scheme.authenticate(withHeader(`Bearer ${given}`), context)).outcome === 'authenticated'
    })
    const accepting = (given: string) => Promise.all(schemes.map((accepts) => accepts(given)))
    const rotate = (overlapSeconds: number) =>
      inForce(app.context, (tx) => rotateSystemSecret(tx, app.context, overlapSeconds))
    expect(await accepting(secret)).toEqual([true, true])
    const second = await rotate(60)
    expect(await accepting(secret)).toEqual([true, true])
    expect(await accepting(second.secret)).toEqual([true, true])
    const third = await rotate(0)
    expect(await accepting(secret)).toEqual([false, false])
    expect(await accepting(second.secret)).toEqual([false, false])
    expect(await accepting(third.secret)).toEqual([true, true])
    secret = third.secret
    await other.close()
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
    const scheme = systemSecretScheme()
    const request = withHeader(`Bearer ${secret}`)
    await expect(scheme.authenticate(request, flaky)).rejects.toThrow('away')
    failing = false
    expect(await scheme.authenticate(request, flaky)).toEqual(authenticated)
  })
})

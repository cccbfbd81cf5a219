import { describe, expect, test } from 'vitest'
import type { Context } from '../api/context.ts'
import { systemRandom } from '../platform/random.ts'
import { openVault } from '../platform/secrets/vault.ts'
import { accountPages } from './pages.ts'
import { accountSite } from './site.ts'

const context = { vault: openVault([systemRandom.bytes(32)]) } as unknown as Context
const fieldsOf = (params: Record<string, unknown>) => accountSite.site.logFields?.(params, context)

describe('the log', () => {
  test('has a mark of a token or a code, the same for the same one, and never the thing itself', () => {
    for (const name of ['token', 'code']) {
      const secret = systemRandom.base62(43)
      const fields = fieldsOf({ [name]: secret })
      expect(fields).toEqual({ link: expect.stringMatching(/^[0-9a-f]{16}$/) })
      expect(fields).toEqual(fieldsOf({ [name]: secret }))
      expect(fields).not.toEqual(fieldsOf({ [name]: `${secret.slice(1)}x` }))
    }
  })

  test('knows every secret in the address of a page', () => {
    const names = accountPages.flatMap(({ definition }) => Object.keys(definition.params?.shape ?? {}))
    expect(new Set(names)).toEqual(new Set(['token', 'code']))
  })
})

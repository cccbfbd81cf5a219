import { describe, expect, test } from 'vitest'
import { scopesOf } from '../src/identity/key/scopes.ts'
import { serviceNames } from '../src/identity/services.ts'
import { sharedCodes } from '../src/api/endpoint.ts'
import { publishedServices } from '../tools/generate.ts'

describe.each(
  serviceNames.map((name) => {
    const { service, endpoints } = publishedServices[name]
    return [name, service, endpoints] as const
  }),
)('the %s service', (name, service, endpoints) => {
  test('knows every code that its endpoints and the platform use', () => {
    const used = [...endpoints.flatMap(({ definition }) => definition.problems), ...sharedCodes(service)]
    expect(used.filter((code) => !(code in service.problems))).toEqual([])
  })

  test('has keys with the scopes that it documents', () => {
    expect(Object.keys(service.scopes).toSorted()).toEqual([...scopesOf[name]].toSorted())
  })

  test('returns only statuses that HTTP defines for callers', () => {
    for (const [code, [status]] of Object.entries(service.problems)) {
      expect(status, code).toBeGreaterThanOrEqual(400)
      expect(status, code).toBeLessThan(505)
    }
  })
})

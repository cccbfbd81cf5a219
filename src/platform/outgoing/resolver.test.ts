import { describe, expect, test } from 'vitest'
import { systemResolver } from './resolver.ts'

const patient = AbortSignal.timeout(10_000)

describe('systemResolver', () => {
  test('knows this machine, and an address as it is', async () => {
    const addresses = await systemResolver.resolve('localhost', patient)
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) expect(['127.0.0.1', '::1']).toContain(address)
    expect(await systemResolver.resolve('192.0.2.7', patient)).toEqual(['192.0.2.7'])
  })

  test('rejects at once with the reason of a signal that has aborted', async () => {
    const reason = new Error('enough')
    await expect(systemResolver.resolve('localhost', AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

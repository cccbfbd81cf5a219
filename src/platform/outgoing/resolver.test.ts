import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { dnsServer } from './dns.testing.ts'
import { openResolver } from './resolver.ts'

const patient = AbortSignal.timeout(10_000)

describe('a resolver', () => {
  test('knows this machine, and an address as it is', async () => {
    const resolver = openResolver()
    const addresses = await resolver.resolve('localhost', patient)
    expect(addresses.length).toBeGreaterThan(0)
    for (const address of addresses) expect(['127.0.0.1', '::1']).toContain(address)
    expect(await resolver.resolve('192.0.2.7', patient)).toEqual(['192.0.2.7'])
  })

  test('takes names from the file of hosts, whatever their case, before it asks', async () => {
    await using dns = await dnsServer(() => [])
    const directory = mkdtempSync(join(tmpdir(), 'bureau-hosts-'))
    const hostsFile = join(directory, 'hosts')
    writeFileSync(
      hostsFile,
      '# ours\n192.0.2.1 hooks.test Other.test # two\n2001:db8::1\thooks.test\n\nbroken\n',
    )
    const resolver = openResolver({ servers: [dns.address], hostsFile })
    expect(await resolver.resolve('hooks.test', patient)).toEqual(['192.0.2.1', '2001:db8::1'])
    expect(await resolver.resolve('OTHER.test.', patient)).toEqual(['192.0.2.1'])
    expect(dns.asked).toEqual([])
    rmSync(directory, { recursive: true })
  })

  test('asks for both families each time, and keeps no answer', async () => {
    let last = 0
    await using dns = await dnsServer((_name, family) =>
      family === 4 ? [`192.0.2.${++last}`] : ['2001:db8::5:1'],
    )
    const resolver = openResolver({ servers: [dns.address] })
    expect(await resolver.resolve('hooks.test', patient)).toEqual(['192.0.2.1', '2001:db8::5:1'])
    expect(await resolver.resolve('hooks.test', patient)).toEqual(['192.0.2.2', '2001:db8::5:1'])
    expect(dns.asked).toHaveLength(4)
  })

  test('knows no address of a name without any', async () => {
    await using dns = await dnsServer(() => [])
    expect(await openResolver({ servers: [dns.address] }).resolve('nobody.test', patient)).toEqual([])
  })

  test('fails when nobody answers, within the time of an attempt to connect', async () => {
    await using dns = await dnsServer(() => undefined)
    const startedMs = performance.now()
    const asking = openResolver({ servers: [dns.address] }).resolve('hooks.test', patient)
    await expect(asking).rejects.toMatchObject({ code: 'ETIMEOUT' })
    expect(performance.now() - startedMs).toBeLessThan(10_000)
  })

  test('dead name servers of a hundred names do not delay another name', async () => {
    await using dns = await dnsServer((name, family) =>
      name === 'alive.test' ? (family === 4 ? ['192.0.2.1'] : []) : undefined,
    )
    const resolver = openResolver({ servers: [dns.address] })
    const enough = new AbortController()
    const dead = Array.from({ length: 100 }, (_, at) => resolver.resolve(`dead-${at}.test`, enough.signal))
    const settled = Promise.allSettled(dead)
    const startedMs = performance.now()
    expect(await resolver.resolve('alive.test', patient)).toEqual(['192.0.2.1'])
    expect(performance.now() - startedMs).toBeLessThan(1500)
    enough.abort()
    await settled
  })

  test('rejects at once with the reason of a signal that has aborted', async () => {
    const reason = new Error('enough')
    await expect(openResolver().resolve('localhost', AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

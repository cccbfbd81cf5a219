import { describe, expect, test } from 'vitest'
import { banner } from './banner.ts'
import type { Instance } from './instance.ts'

const origins = {
  gateway: 'http://localhost:8080',
  files: 'http://localhost:8081',
  sms: 'http://localhost:8082',
  phones: 'http://localhost:8083',
}
const instance = {
  config: { mail: {}, blobs: { kind: 'directory', directory: '/srv/blobs' } },
  context: { origins },
  dataDir: '/srv',
  databaseName: 'embedded PostgreSQL',
} as unknown as Instance

const shown = (served: readonly (keyof typeof origins)[], pool = { simulated: 0, real: 0 }) =>
  banner({
    instance,
    served,
    pool,
    operationsUrl: 'http://127.0.0.1:8084',
    firstRun: undefined,
    setup: undefined,
  })

describe('the banner', () => {
  test('names the origins that this process serves, with their references', () => {
    const text = shown(['gateway', 'files', 'sms', 'phones'])
    for (const name of ['gateway', 'files', 'sms'] as const)
      expect(text).toMatch(new RegExp(`${name} +${origins[name]} +reference ${origins[name]}/docs\\n`))
    expect(text).toMatch(/phones +http:\/\/localhost:8083\n/)
  })

  test('says whether texts reach anybody', () => {
    expect(shown([], { simulated: 1, real: 0 })).toMatch(
      /texts +1 simulated number: no text leaves this machine\n/,
    )
    expect(shown([], { simulated: 0, real: 2 })).toMatch(/texts +2 real numbers\n/)
    expect(shown([])).toMatch(/texts +no number; add one with "bureau numbers add"\n/)
  })

  test('ends with the keys of the first run, then with the set-up', () => {
    const options = { instance, served: [], pool: { simulated: 0, real: 0 }, operationsUrl: '' }
    expect(banner({ ...options, firstRun: 'KEYS', setup: 'LINK' })).toMatch(/\n\nKEYS\n\nLINK\n\n$/)
    expect(banner({ ...options, firstRun: undefined, setup: 'LINK' })).toMatch(/\n\nLINK\n\n$/)
  })

  test('names none of those that other processes serve', () => {
    expect(shown([])).not.toContain('localhost')
    expect(shown(['sms'])).not.toContain('8081')
  })
})

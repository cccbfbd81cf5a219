import { describe, expect, test, vi } from 'vitest'
import { tableResolver } from '../../platform/outgoing/hosts.testing.ts'
import { openOutgoing } from '../../platform/outgoing/outgoing.ts'
import corpus from './corpus/urls.json' with { type: 'json' }
import { checkUrl, isSubscription, isWebhookName } from './rules.ts'

const outgoing = openOutgoing({ resolver: tableResolver(corpus.addresses), allowHosts: [] })

describe('a url', () => {
  test.each(Object.entries(corpus['refused as written']))('is refused as written: %s', (_, urls) => {
    expect(urls.filter((url) => checkUrl(url) === undefined)).toEqual([])
  })

  test.each(Object.entries(corpus['refused by their host']))(
    'is refused by its host: %s',
    async (_, urls) => {
      const verdicts = await Promise.all(urls.map(async (url) => [url, await outgoing.check(url)] as const))
      expect(verdicts.filter(([, reason]) => reason === undefined)).toEqual([])
      const reasons = new Set(verdicts.map(([, reason]) => reason))
      for (const reason of reasons) expect(['private_address', 'unresolvable', 'bad_url']).toContain(reason)
    },
  )

  test.each(Object.entries(corpus.taken))('is taken: %s', async (_, urls) => {
    expect(urls.flatMap((url) => checkUrl(url) ?? [])).toEqual([])
    const verdicts = await Promise.all(urls.map((url) => outgoing.check(url)))
    expect(urls.filter((_url, at) => verdicts[at] !== undefined)).toEqual([])
  })

  test('that is taken leads to the host that every parser sees: the first behind the slashes', () => {
    for (const url of Object.values(corpus.taken).flat()) {
      const [, host = ''] = /^https:\/\/(.*?)(?::\d+)?(?:[/?#]|$)/i.exec(url) ?? []
      expect(new URL(`https://${host}`).hostname).toBe(new URL(url).hostname)
    }
  })

  test('has at most 2,048 characters', () => {
    const url = 'https://hooks.example/'
    expect(checkUrl(`${url}${'🪝'.repeat(2048 - url.length)}`)).toBeUndefined()
    expect(checkUrl(`${url}${'🪝'.repeat(2049 - url.length)}`)).toMatch('at most 2,048 characters')
  })

  test('of a host that the operator allowed is not resolved, and is judged as written all the same', async () => {
    const resolver = tableResolver({})
    const allowing = openOutgoing({ resolver, allowHosts: ['hooks.internal', '127.0.0.1', 'localhost:8443'] })
    const taken = ['https://hooks.internal/', 'https://127.0.0.1:9000/', 'https://localhost:8443/']
    expect(await Promise.all(taken.map(allowing.check))).toEqual([undefined, undefined, undefined])
    const others = [
      'https://a.hooks.internal/',
      'https://127.0.0.2/',
      'https://localhost:8444/',
      'https://[::1]/',
    ]
    expect(await Promise.all(others.map(allowing.check))).toEqual(others.map(() => 'private_address'))
    expect(resolver.asked).toEqual([])
    expect(checkUrl('https://127.0.0.1:80/')).toMatch('The port must be 443')
  })

  test('whose lookup does not end is refused after three seconds', async () => {
    const silent = { resolve: (_host: string, signal: AbortSignal) => aborted(signal) }
    vi.useFakeTimers()
    try {
      const verdict = openOutgoing({ resolver: silent, allowHosts: [] }).check('https://slow.example/')
      await vi.advanceTimersByTimeAsync(3000)
      expect(await verdict).toBe('unresolvable')
    } finally {
      vi.useRealTimers()
    }
  })
})

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error))
  })

describe('a webhook', () => {
  test('has a name of 1 to 120 characters', () => {
    expect(['x', '🪝'.repeat(120)].every(isWebhookName)).toBe(true)
    expect(['', ' ', 'x'.repeat(121), 'a\tb', '\u007f'].some(isWebhookName)).toBe(false)
  })

  test('subscribes to names, or to * alone', () => {
    expect([['*'], ['file.created'], ['file.created', 'file.moved']].every(isSubscription)).toBe(true)
    expect([['*', '*'], ['*', 'file.created'], []].map((events) => isSubscription(events))).toEqual([
      false,
      false,
      true,
    ])
  })
})

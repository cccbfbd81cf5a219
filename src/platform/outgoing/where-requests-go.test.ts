import { describe, expect, test } from 'vitest'
import { plainHost, secureHost, tableResolver } from './hosts.testing.ts'
import { certificate, failureOf, hello, open, post } from './outgoing.testing.ts'

describe('where a request may go', () => {
  test.each([
    ['http://hooks.test/', 'not_https'],
    ['file:///etc/passwd', 'not_https'],
    ['hooks.test', 'bad_url'],
    ['https://', 'bad_url'],
    ['https://me:secret@hooks.test/', 'bad_url'],
    ['https://hooks.test:0/', 'bad_url'],
    ['https://nobody.test/', 'unresolvable'],
  ])('%s is refused: %s', async (url, reason) => {
    expect(await failureOf(post(url))).toMatchObject({ answered: false, reason })
  })

  const spellings =
    '127.0.0.1 2130706433 0x7f.1 0177.0.0.1 127.1 0 127.0.0.1. １２７.0.0.1 ①②⑦.0.0.1 127。0。0。1 %31%32%37.0.0.1 ' +
    '[::1] [::ffff:127.0.0.1] [::] 169.254.169.254 [fd00:ec2::254]'
  test.each(spellings.split(' '))('an address is judged however it is written: %s', async (host) => {
    const resolver = tableResolver({})
    const failure = await failureOf(post(`https://${host}/`), { resolver })
    expect(failure).toMatchObject({ reason: 'private_address' })
    expect(resolver.asked).toEqual([])
  })

  test('a host is refused without a connection when a single one of its addresses is not public', async () => {
    await using host = await secureHost(certificate, hello)
    const resolver = tableResolver({ 'mixed.test': ['8.8.8.8', '2600::1', '127.0.0.1'] })
    const failure = await failureOf(post(`https://mixed.test:${host.port}/`), { resolver })
    expect(failure).toMatchObject({ reason: 'private_address' })
    expect(host.connections).toEqual([])
  })

  test.each(['hooks.test', '127.0.0.1', '[::ffff:7f00:1]', '::ffff:7f00:1'])(
    'the operator can let %s through',
    async (allowed) => {
      await using host = await secureHost(certificate, hello)
      const name = allowed === '::ffff:7f00:1' ? `[${allowed}]` : allowed
      const outcome = await open({ allowHosts: [allowed] }).request(post(`https://${name}:${host.port}/`))
      // The certificate names no mapped address; that the connection was tried is what counts.
      expect(outcome).toMatchObject(allowed.includes(':') ? { reason: 'tls' } : { status: 200 })
    },
  )

  test('a host that is let through with its port is not with another one', async () => {
    await using host = await secureHost(certificate, hello)
    const allowHosts = [`hooks.test:${host.port}`]
    const outcome = await open({ allowHosts }).request(post(`https://hooks.test:${host.port}/`))
    expect(outcome).toMatchObject({ status: 200 })
    expect(await failureOf(post('https://hooks.test:9/'), { allowHosts })).toMatchObject({
      reason: 'private_address',
    })
  })

  test('the operator’s own addresses may be plain and private', async () => {
    await using host = await plainHost(hello)
    const url = `http://127.0.0.1:${host.port}/`
    const outcome = await open({ allowHosts: [] }).request({ method: 'GET', reach: 'anywhere', url })
    expect(outcome).toMatchObject({ status: 200, body: Buffer.from('hello') })
  })
})

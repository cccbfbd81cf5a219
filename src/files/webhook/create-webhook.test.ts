import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dataOf, refusalOf } from '../../../test/files-client.ts'
import { catalog, wildcardEvents } from '../../webhooks/webhook/catalog.ts'
import { openSecret } from '../../webhooks/webhook/secret.ts'
import { sql } from '../../platform/database/sql.ts'
import { hookUrl, webhookOf, webhooksApp, type WebhooksApp } from './webhooks.testing.ts'

let hooks: WebhooksApp
beforeAll(async () => {
  hooks = await webhooksApp()
})
afterAll(() => hooks.app.close())

/** Creates what is accepted in a workspace of its own, so that its limit is not met. */
async function verdicts(drafts: readonly object[]): Promise<readonly (string | number)[]> {
  const found = []
  let { api } = await hooks.ofOther()
  for (const [at, draft] of drafts.entries()) {
    if (at % 20 === 19) ({ api } = await hooks.ofOther())
    const answer = await hooks.create(draft, api)
    found.push(answer.status === 201 ? 201 : refusalOf(answer).join(' '))
  }
  return found
}
const refused = '400 invalid_webhook'
const all = (count: number, verdict: string | number) => Array.from({ length: count }, () => verdict)

describe('createWebhook', () => {
  test('answers 201 with every field, the signing secret and a warning', async () => {
    const answer = await hooks.create({ name: 'Archive', events: ['file.created', 'share.changed'] })
    expect([answer.status, answer.body]).toEqual([
      201,
      {
        data: {
          webhook: {
            id: expect.any(Number) as number,
            workspace_id: hooks.tenant.workspaceId,
            name: 'Archive',
            url: hookUrl,
            events: ['file.created', 'share.changed'],
            active: true,
            last_status: null,
            last_delivered_at: null,
            last_error: null,
            created_at: '2026-03-04 05:06:07',
          },
          secret: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
          secret_warning: 'Store the secret now. It is not shown again.',
        },
      },
    ])
  })

  test('stores the secret encrypted, for this webhook alone', async () => {
    const answer = await hooks.create()
    const { id } = webhookOf(answer)
    const { secret } = dataOf(answer) as unknown as { secret: string }
    const { vault, database } = hooks.app.context
    const row = await database.one<{ id: number; created_by: number; sealed_secret: Buffer }>(sql`
      select id, created_by, sealed_secret from webhooks.webhook where id = ${id}`)
    expect(row.created_by).toBe(hooks.tenant.userId)
    expect(row.sealed_secret.includes(secret)).toBe(false)
    expect(openSecret(vault, row)).toBe(secret)
    expect(() => openSecret(vault, { ...row, id: id + 1 })).toThrow('sealed for another purpose')
  })

  test('draws another secret each time', async () => {
    const { api } = await hooks.ofOther()
    const secrets = await Promise.all([1, 2].map(async () => dataOf(await hooks.create({}, api))['secret']))
    expect(new Set(secrets).size).toBe(2)
  })

  test('takes a name of 120 characters, and refuses any other as invalid_webhook', async () => {
    expect(await verdicts([{ name: '🪝'.repeat(120) }])).toEqual([201])
    const names = [undefined, null, 5, '', ' ', 'x'.repeat(121), 'a\nb', 'a\0b', {}, ['x']]
    expect(await verdicts(names.map((name) => ({ name })))).toEqual(all(names.length, refused))
  })

  test('takes names of events of the catalogue or * alone, each once, and refuses others as invalid_webhook', async () => {
    const taken = [['*'], Object.keys(catalog), ['member.added'], ['file.moved', 'file.moved']]
    expect(await verdicts(taken.map((events) => ({ events })))).toEqual(all(taken.length, 201))
    const { api } = await hooks.ofOther()
    const twice = await hooks.made({ events: ['file.moved', 'share.changed', 'file.moved'] }, api)
    expect(twice['events']).toEqual(['file.moved', 'share.changed'])
    const bad = [undefined, null, '*', 'file.created', {}, [], [1], [null], ['nope'], ['FILE.CREATED']]
    bad.push(['file.created', 'nope'], ['*', 'file.created'], ['*', '*'], ['*', 1])
    expect(await verdicts(bad.map((events) => ({ events })))).toEqual(all(bad.length, refused))
  })

  test('does not subscribe by name to events that only * receives: invalid_webhook', async () => {
    expect(await verdicts(wildcardEvents.map((event) => ({ events: [event] })))).toEqual(all(3, refused))
  })

  test('is active by default, may be inactive from the start, and takes nothing but true and false', async () => {
    const { api } = await hooks.ofOther()
    for (const active of [true, false]) expect(await hooks.made({ active }, api)).toMatchObject({ active })
    expect(await verdicts([null, 1, 'yes'].map((active) => ({ active })))).toEqual(all(3, refused))
  })

  test('takes a url of 2,048 characters, and one more is invalid_webhook', async () => {
    const url = `${hookUrl}?`
    const urls = [url.padEnd(2048, 'x'), url.padEnd(2049, 'x'), url.padEnd(20_000, 'x')]
    expect(await verdicts(urls.map((each) => ({ url: each })))).toEqual([201, refused, refused])
  })

  test('takes the ports 443 and 1024 to 65535, and refuses others as invalid_webhook', async () => {
    const at = (port: number) => ({ url: `https://hooks.example:${port}/` })
    expect(await verdicts([443, 1024, 8443, 65_535].map(at))).toEqual(all(4, 201))
    const bad = [-1, 0, 1, 22, 25, 80, 442, 444, 1023, 65_536, 70_000]
    expect(await verdicts(bad.map(at))).toEqual(all(bad.length, refused))
  })

  test('says what is wrong with a URL', async () => {
    const sentenceOf = async (url: string) =>
      ((await hooks.create({ url })).body as { error: { message: string } }).error.message
    expect(await sentenceOf('http://hooks.example/')).toMatch('must begin with https://')
    expect(await sentenceOf('https://me@hooks.example/')).toMatch('user name or password')
    expect(await sentenceOf('https://hooks.example:25/')).toMatch('The port must be 443')
    expect(await sentenceOf('https://0x7f.1/')).toMatch('four decimal numbers: 127.0.0.1.')
    expect(await sentenceOf('https://unknown.example/')).toBe('The host name does not resolve.')
    expect(await sentenceOf('https://db.internal/')).toBe('The host is not on the public internet.')
  })

  test('is invalid_webhook for a host with a single private address, and for one that does not resolve', async () => {
    const urls = ['https://mixed.example/', 'https://unknown.example/', 'https://10.0.0.1/']
    expect(await verdicts(urls.map((url) => ({ url })))).toEqual(all(3, refused))
  })

  test('of 30 at once makes 20, and the others are webhook_limit_reached until one is deleted', async () => {
    const { api } = await hooks.ofOther()
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => hooks.create({ active: at % 3 > 0 }, api)),
    )
    const made = answers.filter(({ status }) => status === 201).map(webhookOf)
    expect(made).toHaveLength(20)
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(refusalOf(answer)).toEqual([409, 'webhook_limit_reached'])
    await api('DELETE', `/webhooks/${made[7]?.id}`)
    expect((await hooks.create({}, api)).status).toBe(201)
    expect(refusalOf(await hooks.create({}, api))).toEqual([409, 'webhook_limit_reached'])
  })

  test('is not_admin for a member with any body, and works for an admin', async () => {
    const [member, admin] = [await hooks.callerAs('member'), await hooks.callerAs('admin')]
    for (const body of [{}, { name: 'Hook', url: hookUrl, events: ['*'] }])
      expect(refusalOf(await member('POST', '/webhooks', body))).toEqual([403, 'not_admin'])
    expect((await hooks.create({}, admin)).status).toBe(201)
  })

  test('is out_of_scope for a folder key', async () => {
    expect(refusalOf(await hooks.create({}, await hooks.folderKey()))).toEqual([403, 'out_of_scope'])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../platform/database/sql.ts'
import { happen, receiver, signed, type Received } from '../../webhooks/delivery/receiver.testing.ts'
import { deliveriesApp, type DeliveriesApp } from './deliveries.testing.ts'

let app: DeliveriesApp
beforeAll(async () => {
  app = await deliveriesApp()
})
afterAll(() => app.close())

interface Details {
  readonly status: string
  readonly request: {
    readonly sent_at: string | null
    readonly headers: Record<string, string>
    readonly body: string
  }
  readonly response: { readonly status: number | null; readonly excerpt: string | null }
}

const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

describe('getDelivery', () => {
  test('has the request as the receiver got it, and the beginning of the response', async () => {
    await using host = await receiver((response) => response.writeHead(200).end(`<b>${'ü'.repeat(2000)}`))
    const hook = await app.hook(host.port)
    await happen(app, hook.tenant.workspaceId)
    const [row] = await app.settled(hook, 'delivered')
    app.clock.advance(60_000)
    const member = await app.memberOf(hook)
    const details = await member.data<Details>('GET', `${hook.path}/deliveries/${row?.id}`)
    const [got] = host.received as [Received]
    expect(details).toMatchObject({ id: row?.id, status: 'delivered', attempts: 1, response_status: 200 })
    expect(details.request.body).toBe(got.body)
    expect(details.request.sent_at).toBe((JSON.parse(got.body) as { timestamp: string }).timestamp)
    expect(got.headers).toMatchObject(lowerCase(details.request.headers))
    expect(details.request.headers['X-Service-Signature']).toBe(signed(hook.secret, got.body))
    expect(details.response).toEqual({ status: 200, excerpt: `<b>${'ü'.repeat(1021)}` })
  })

  test('has a response of other bytes as text', async () => {
    await using host = await receiver((response) =>
      response.writeHead(500).end(Buffer.from([0x41, 0, 0xff, 0xed, 0xa0, 0x80, 0x42])),
    )
    const hook = await app.hook(host.port)
    await happen(app, hook.tenant.workspaceId)
    await expect.poll(() => host.received.length).toBe(1)
    const [row] = await app.settled(hook, 'pending')
    const read = () => hook.owner.data<Details>('GET', `${hook.path}/deliveries/${row?.id}`)
    await expect
      .poll(async () => (await read()).response)
      .toEqual({ status: 500, excerpt: 'A\uFFFD\uFFFD\uFFFD\uFFFD\uFFFDB' })
  })

  test('has no signature before the first attempt, and none when the secret cannot be read', async () => {
    const hook = await app.hook()
    await app.switchOff(hook)
    const [id] = await app.ended(hook, ['failed'])
    const read = () => hook.owner.data<Details>('GET', `${hook.path}/deliveries/${id}`)
    const unsent = await read()
    expect([unsent.request.sent_at, unsent.response]).toEqual([null, { status: 500, excerpt: null }])
    expect(Object.keys(unsent.request.headers).filter((name) => /signature|timestamp/i.test(name))).toEqual(
      [],
    )
    const { database, clock } = app.context
    await database.run(sql`update webhooks.delivery set sent_at = ${clock.now()} where id = ${id}`)
    expect((await read()).request.headers).toHaveProperty('X-Service-Signature')
    await database.run(sql`update webhooks.webhook set sealed_secret = 'lost' where id = ${hook.id}`)
    expect((await read()).request.headers).not.toHaveProperty('X-Service-Signature')
  })

  test('is not_found for a delivery of another webhook or workspace and for an unknown or malformed ID', async () => {
    const [mine, foreign] = [await app.hook(), await app.hook()]
    const [id] = await app.ended(mine, ['failed'])
    const [other] = await app.ended(foreign, ['failed'])
    const { owner, path } = mine
    for (const unknown of [other, 987_654_321, 'abc', '0'])
      expect(await owner.refusal('GET', `${path}/deliveries/${unknown}`)).toEqual([404, 'not_found'])
    for (const webhook of [foreign.id, 987_654_321, 'abc']) {
      const elsewhere = `/workspaces/${mine.tenant.workspaceId}/webhooks/${webhook}/deliveries/${id}`
      expect(await owner.refusal('GET', elsewhere)).toEqual([404, 'not_found'])
    }
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone } from '../../../test/sms-account.ts'
import { pageOf, texter, type ListedConversation, type Texter } from './conversations.testing.ts'

let app: TestApp
let account: Texter
beforeAll(async () => {
  app = await testApp()
  account = await texter(app)
})
afterAll(() => app.close())

const listed = (query = '', { owner, path }: Pick<Texter, 'owner' | 'path'> = account) =>
  pageOf<ListedConversation>(owner, `${path}/conversations?${query}`)

describe('listConversations', () => {
  test('lists each phone once, with its newest message, newest first', async () => {
    const { send, receive, ...from } = await texter(app)
    const [first, second] = [newPhone(), newPhone()]
    await send(first, 'one')
    await send(second, 'two')
    await receive(first, 'three')
    const id = await send(first, 'four')
    const { data, meta } = await listed('', from)
    expect(data).toMatchObject([
      { phone: first, last: { id, body: 'four', direction: 'out' }, unread: true, opted_out_at: null },
      { phone: second, last: { body: 'two' }, unread: false },
    ])
    expect(data[0]?.display).toBe(`(202) ${first.slice(5, 8)}-${first.slice(8)}`)
    expect(meta).toEqual({ next_before: null })
  })

  test('pages by the newest message, and refuses other pages', async () => {
    const { send, ...from } = await texter(app)
    const phones = Array.from({ length: 5 }, newPhone)
    for (const phone of phones) await send(phone)
    const newest = phones.toReversed()
    const first = await listed('limit=2', from)
    expect(first.data.map(({ phone }) => phone)).toEqual(newest.slice(0, 2))
    expect(first.meta).toEqual({ next_before: first.data[1]?.last.id })
    const rest = await listed(`limit=3&before=${first.meta.next_before}`, from)
    expect(rest.data.map(({ phone }) => phone)).toEqual(newest.slice(2))
    expect(rest.meta).toEqual({ next_before: null })
    for (const query of [
      'limit=0',
      'limit=101',
      'before=0',
      'before=x',
      'unread=false',
      'unread=1',
      'phone=%00',
    ])
      expect(await from.owner.refusal('GET', `${from.path}/conversations?${query}`), query).toEqual([
        400,
        'invalid_request',
      ])
  })
})

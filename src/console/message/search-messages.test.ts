import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { newPhone } from '../../../test/sms-account.ts'
import type { Message } from '../../sms/message/model.ts'
import { pageOf, texter, type Texter } from '../conversation/conversations.testing.ts'

let app: TestApp
let account: Texter
beforeAll(async () => {
  app = await testApp()
  account = await texter(app)
})
afterAll(() => app.close())

const found = (query: string, { owner, path }: Pick<Texter, 'owner' | 'path'> = account) =>
  pageOf<Message>(owner, `${path}/messages?${query}`)

describe('searchMessages', () => {
  test('finds a part of the text in any case, newest first', async () => {
    await account.send(newPhone(), 'Your Order 17 is ready')
    await account.send(newPhone(), 'Lunch?')
    await account.receive(newPhone(), 'my ORDER')
    const { data, meta } = await found('q=order')
    expect(data).toMatchObject([
      { body: 'my ORDER', direction: 'in', status: 'received' },
      { body: 'Your Order 17 is ready', direction: 'out', status: 'queued' },
    ])
    expect(meta).toEqual({ next_before: null, searched_to: null })
  })
})

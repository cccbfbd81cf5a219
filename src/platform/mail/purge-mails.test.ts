import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { contextOf } from '../jobs/context.testing.ts'
import { purgeMails } from './purge-mails.ts'
import { listMails } from './store.ts'
import { sendMail } from './send-mail.ts'

let world: TestDatabase
beforeAll(async () => {
  world = await testDatabase()
})
afterAll(() => world.close())

describe('purge-mails', () => {
  test('removes mails of more than 90 days and keeps the others', async () => {
    const mail = { to: 'a@example.com', text: '', html: '', links: [] }
    const cause = { kind: { name: 'test', perRecipientMax: 10 }, scopeId: null, address: null }
    await world.database.transaction((tx) => sendMail(tx, { ...mail, subject: 'old' }, cause))
    world.clock.advance(1)
    await world.database.transaction((tx) => sendMail(tx, { ...mail, subject: 'new' }, cause))
    world.clock.advance(90 * 86_400_000)
    await purgeMails.run({}, contextOf({ clock: world.clock, database: world.database }))
    expect((await listMails(world.database, {})).map(({ subject }) => subject)).toEqual(['new'])
  })
})

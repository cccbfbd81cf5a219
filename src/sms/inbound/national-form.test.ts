import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { smsAccount, type TestNumber } from '../../../test/sms-account.ts'
import { type GroupBody, sentBy, textTo } from '../../../test/sms-group.ts'
import { putOnline, removeNumber } from '../inventory/change-number.ts'
import { addNumber } from '../inventory/add-number.ts'
import { replies } from '../optout/rules.ts'
import { claimMessages } from '../queue/claim-messages.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

let numbers = 0

/** Where a number of ours is, a phone there, and what the number's network calls that phone. */
const countries = {
  britain: {
    host: () => `+4474001${String(++numbers).padStart(5, '0')}`,
    phone: '+447400223456',
    forms: ['07400223456', '447400223456', '00447400223456', '+44 7400 223456'],
  },
  mexico: {
    host: () => `+525512${String(++numbers).padStart(6, '0')}`,
    phone: '+525598765432',
    forms: ['52 1 55 9876 5432', '5215598765432', '+5215598765432', '15598765432', '5598765432'],
  },
  argentina: {
    host: () => `+549115${String(++numbers).padStart(7, '0')}`,
    phone: '+5491123456789',
    forms: ['+541123456789', '541123456789', '1123456789', '011 15 2345-6789', '91123456789'],
  },
  america: {
    host: () => `+1202555${String(++numbers).padStart(4, '0')}`,
    phone: '+525598765432',
    forms: ['525598765432', '5215598765432', '52 1 55 9876 5432', '011525598765432'],
  },
} as const

const cases = Object.entries(countries).flatMap(([name, country]) =>
  country.forms.map((form) => [form, name, country] as const),
)

async function lineIn(country: { readonly host: () => string }, pool = false) {
  const account = await smsAccount(app)
  const number = await addNumber(app.context, {
    phone: country.host(),
    carrier: 'simulator',
    assignment: pool ? { pool: true } : account.tenant,
  })
  await putOnline(app.context, number.id, false)
  return { account, number }
}

const said = (app: TestApp, number: TestNumber, from: string) => textTo(app, number, from, 'STOP')

describe.each(cases)('a text of %s to a number in %s', (form, _name, country) => {
  test('is of the phone in E.164, which it can be answered at and found by', async () => {
    const { account, number } = await lineIn(country)
    const { id } = await textTo(app, number, form, 'hi')
    expect((await account.message(id)).body.message.phone).toBe(country.phone)
    const sent = await account.send({ to: country.phone, body: 'hello', from: number.id })
    expect([sent.status, sent.body.messages[0]?.phone]).toEqual([202, country.phone])
    const found = await account.list(`phone=${encodeURIComponent(country.phone)}`)
    expect(found.body.messages).toHaveLength(2)
  })

  test('opts the phone out, and the answer goes to nobody else', async () => {
    const { account, number } = await lineIn(country)
    await said(app, number, form)
    const { body } = await account.send({ to: country.phone, body: 'offer', from: number.id })
    const message = (await account.message(body.messages[0]?.id ?? 0)).body.message
    expect(message.error?.code).toBe('opted_out')
    expect((await sentBy(account)).slice(0, 1)).toEqual([[country.phone, replies.stop]])
  })

  test('is forwarded when a member of the group has the phone, whichever form the member was added in', async () => {
    const { account, number } = await lineIn(country)
    const international = form.startsWith('+') ? form : country.phone
    const members = [
      { name: 'Ann', phone: international },
      { name: 'Bob', phone: '+12025559999' },
    ]
    const { body } = await account.post<GroupBody>('/groups', { name: 'x', number_id: number.id, members })
    expect(body.group.members[0]?.phone).toBe(country.phone)
    await textTo(app, number, form, 'hi')
    expect(await sentBy(account)).toEqual([['+12025559999', 'Ann: hi']])
  })

  test('to the pool goes to the account that wrote to the phone', async () => {
    const { account, number } = await lineIn(country, true)
    await account.send({ to: country.phone, body: 'offer' })
    await putOnline(app.context, number.id, true)
    await claimMessages(app.context, number.id)
    expect(await textTo(app, number, form, 'yes')).not.toHaveProperty('unrouted')
    expect((await account.list('direction=in')).body.messages.map(({ body }) => body)).toEqual(['yes'])
    await removeNumber(app.context, number.id)
  })

  test('that is one of our own numbers is answered with nothing', async () => {
    const { account, number } = await lineIn(country)
    const ours = await addNumber(app.context, {
      phone: country.phone,
      carrier: 'simulator',
      assignment: account.tenant,
    })
    for (const body of ['STOP', 'HELP', 'hi']) await textTo(app, number, form, body)
    expect(await sentBy(account)).toEqual([])
    await removeNumber(app.context, ours.id)
  })
})

describe('a sender that is not a number', () => {
  test.each(['32665', 'My Bank', '3Mobile', '07400123456'])(
    '%s is listed as it came, and found by that',
    async (sender) => {
      const { account, number } = await lineIn(countries.america)
      await textTo(app, number, sender, 'hi')
      const found = await account.list(`phone=${encodeURIComponent(sender)}`)
      expect(found.body.messages.map(({ phone }) => phone)).toEqual([sender])
    },
  )

  test('is heeded and not answered', async () => {
    const { account, number } = await lineIn(countries.america)
    for (const body of ['STOP', 'HELP']) await textTo(app, number, '32665', body)
    expect(await sentBy(account)).toEqual([])
  })
})

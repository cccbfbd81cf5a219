import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../test/harness.ts'
import { simulatorNumber, smsAccount, type TestNumber } from '../../../test/sms-account.ts'
import { type Account, groupOf, membersNamed, memberOf, sentBy, textTo } from '../../../test/sms-group.ts'
import { listOutbox } from '../carrier/simulator/operate-simulator.ts'
import { simulate } from '../../../test/simulate.ts'
import type { Group } from './model.ts'
import { sameTextMax } from './rules.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** Runs the virtual phones until nothing is due. */
async function untilIdle(): Promise<void> {
  while ((await simulate(app.context)) === 0);
}

interface Heard {
  readonly to: string
  readonly body: string
}

/** Members as people with phones: they read what the number's phone sent to them. */
async function people(account: Account, count: number) {
  const number = await simulatorNumber(app, { tenant: account.tenant })
  const members = membersNamed(...Array.from({ length: count }, (_, index) => `M${index}`))
  const draft = { name: 'Twenty', number_id: number.id, members }
  const { group } = (await account.post<{ group: Group }>('/groups', draft)).body
  let read = 0
  /** What reached people since the last call. */
  const hear = async (): Promise<readonly Heard[]> => {
    await untilIdle()
    const { messages } = await listOutbox(app.context, { numberId: number.id })
    const fresh = messages.slice(read)
    read = messages.length
    return fresh
  }
  return { group, number, hear }
}

describe('a group of 20 simulated members', () => {
  test('converses, and nobody hears himself', async () => {
    const account = await smsAccount(app, { plan: { smsDaily: 10_000 } })
    const { group, number, hear } = await people(account, 20)
    const nameOf = new Map(group.members.map(({ phone, name }) => [phone, name]))
    const say = (phone: string, body: string) => textTo(app, number, phone, body)
    /** Each line once to each of the other members, under the name of its speaker. */
    const requireHeard = (heard: readonly Heard[], lines: readonly (readonly [string, string])[]) => {
      const expected = lines.flatMap(([speaker, line]) =>
        group.members
          .filter(({ phone }) => phone !== speaker)
          .map(({ phone }) => `${phone} ${nameOf.get(speaker)}: ${line}`),
      )
      expect(heard.map(({ to, body }) => `${to} ${body}`).toSorted()).toEqual(expected.toSorted())
    }
    const greetings = group.members.map(({ phone, name }) => [phone, `Hello, ${name} here`] as const)
    await Promise.all(greetings.map(([phone, line]) => say(phone, line)))
    const heard = await hear()
    requireHeard(heard, greetings)
    // Every fourth person answers the last line that reached them.
    const answers = group.members
      .filter((_, index) => index % 4 === 0)
      .map(({ phone }) => [phone, `Re ${heard.findLast(({ to }) => to === phone)?.body}`] as const)
    await Promise.all(answers.map(([phone, line]) => say(phone, line)))
    requireHeard(await hear(), answers)
  })
})

describe('two members whose phones answer every text by themselves', () => {
  test('fall silent after three rounds', async () => {
    const account = await smsAccount(app, { plan: { smsDaily: 10_000 } })
    const { group, number, hear } = await people(account, 2)
    const [ann = '', bob = ''] = group.members.map(({ phone }) => phone)
    await textTo(app, number, ann, 'hi')
    let rounds = 0
    for (let heard = await hear(); heard.length > 0; heard = await hear()) {
      expect(++rounds).toBeLessThan(20)
      for (const { to } of heard)
        await textTo(app, number, to, to === bob ? 'I am driving.' : 'I am on leave.')
    }
    const { messages } = (await account.list('direction=in')).body
    expect(messages[0]?.error?.code).toBe('not_forwarded')
    expect(messages[0]?.error?.message).toContain('the same text')
    expect(messages.filter(({ body }) => body === 'I am driving.')).toHaveLength(sameTextMax + 1)
    app.clock.advance(600_000)
    await textTo(app, number, bob, 'I am driving.')
    expect((await hear()).map(({ to }) => to)).toEqual([ann])
  })
})

describe('two members that are groups of another gateway, which forwards from one to the other', () => {
  test.each([1000, 20_000, 600_000])('fall silent, with %i ms for each turn', async (turnMs) => {
    const account = await smsAccount(app, { plan: { smsDaily: 10_000 } })
    const { group, number, hear } = await people(account, 2)
    const [one = '', two = ''] = group.members.map(({ phone }) => phone)
    await textTo(app, number, one, 'hi')
    let limiters = 0
    for (let heard = await hear(); heard.length > 0; heard = await hear()) {
      expect(++limiters).toBeLessThan(10)
      app.clock.advance(turnMs)
      // What one of them hears the other says, behind the name that it has there.
      for (const { to, body } of heard) await textTo(app, number, to === one ? two : one, `Bureau: ${body}`)
    }
    const [last] = (await account.list('direction=in')).body.messages
    expect(last?.error?.code).toBe('not_forwarded')
    await textTo(app, number, one, 'How are you?')
    expect((await hear()).map(({ body }) => body)).toEqual(['M0: How are you?'])
  })
})

describe('a forward', () => {
  test('is shortened to 1,600 characters, and the inbound message keeps all of them', async () => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account, ['Ann', 'Bob'])
    const body = 'я'.repeat(1600)
    await textTo(app, number, memberOf(group, 'Ann').phone, body)
    expect(await sentBy(account)).toEqual([[memberOf(group, 'Bob').phone, `Ann: ${'я'.repeat(1594)}…`]])
    expect((await account.list('direction=in')).body.messages[0]?.body).toBe(body)
  })
})

describe('a member', () => {
  const groupWith = async (names: readonly string[]): Promise<[Account, Group, TestNumber]> => {
    const account = await smsAccount(app)
    const { group, number } = await groupOf(app, account, names)
    return [account, group, number]
  }

  test('is forwarded 20 texts a minute, the next are stored and say so', async () => {
    const [account, group, number] = await groupWith(['Ann', 'Bob'])
    const { phone } = memberOf(group, 'Ann')
    for (let index = 0; index < 21; index++) await textTo(app, number, phone, `text ${index}`)
    expect(await sentBy(account)).toHaveLength(20)
    const [last] = (await account.list('direction=in')).body.messages
    expect(last).toMatchObject({ body: 'text 20', error: { code: 'not_forwarded' } })
    await textTo(app, number, memberOf(group, 'Bob').phone, 'enough')
    app.clock.advance(60_000)
    await textTo(app, number, phone, 'sorry')
    expect((await sentBy(account)).slice(20).map(([, body]) => body)).toEqual(['Bob: enough', 'Ann: sorry'])
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makePerson, newcomer } from '../src/account/account.testing.ts'
import { mailReset } from '../src/account/forgot/mail-reset.ts'
import { sql } from '../src/platform/database/sql.ts'
import { sharing, type Sharing } from './share-client.ts'
import { iamCaller, organization, type IamCall } from './iam-app.ts'
import { enqueuedPayloads } from './jobs.ts'

let world: Sharing
const keys: IamCall[] = []
beforeAll(async () => {
  world = await sharing()
  for (let at = 0; at < 4; at++) {
    const { tenant } = await organization(world.app)
    keys.push(iamCaller(world.app, (await tenant.key('iam')).key))
  }
})
afterAll(() => world.app.close())
beforeEach(() => world.app.clock.advance(25 * 3_600_000))

/** Mails to the mailbox `victim`, however its address is written. */
const mailsTo = async (mailbox: string) => {
  const mails = await world.app.context.database.rows<{ recipient: string }>(sql`
    select recipient from platform.mail where recipient like '%@victim.example'`)
  const nameOf = ({ recipient }: { recipient: string }) =>
    recipient.replace(/(\+.*)?@.*/, '').replaceAll('.', '')
  return mails.filter((mail) => nameOf(mail) === mailbox).length
}

/** Invites an address until it is refused; the status and code of the refusal. */
async function invite(call: IamCall, addresses: readonly string[]): Promise<unknown[]> {
  const refusals: unknown[] = []
  for (const email of addresses) {
    const { status, body } = await call('POST', '/members', { email })
    if (status !== 201) refusals.push([status, (body as { error: { code: string } }).error.code])
  }
  return refusals
}

async function requestReset(email: string): Promise<void> {
  expect((await newcomer(world.app).submit('/forgot', { email })).status).toBe(200)
  const jobs = await enqueuedPayloads(world.app.context.database, mailReset)
  const newest = jobs.findLast((job) => job.email === email)
  await mailReset.run(newest, world.app.context)
}

async function requestCode(email: string): Promise<void> {
  const path = await world.shared('x', `${email}.bin`, { status: 'limited', emails: email })
  expect((await newcomer(world.app).submit(path, { email })).status).toBeLessThan(400)
}

describe('the mailbox of a stranger', () => {
  test('gets 20 mails an hour at most: invitations of all organizations, resets and codes together', async () => {
    const email = 'ann@victim.example'
    await makePerson(world.app, { email })
    // Ten invitations, five resets: the most of each kind. Five codes fill the hour, and the others are not sent.
    for (const call of keys) await invite(call, [email, email, email])
    expect(await mailsTo('ann')).toBe(10)
    for (let at = 0; at < 6; at++) {
      world.app.clock.advance(1000)
      await requestReset(email)
    }
    expect(await mailsTo('ann')).toBe(15)
    for (let at = 0; at < 7; at++) await requestCode(email)
    expect(await mailsTo('ann')).toBe(20)
    expect(await invite(keys[3] as IamCall, [email])).toEqual([[429, 'invite_rate_limited']])

    world.app.clock.advance(3_600_000)
    await requestCode(email)
    expect(await mailsTo('ann')).toBe(21)
  })

  test('cannot be filled by any key through other spellings of its address', async () => {
    const spellings = Array.from({ length: 8 }, (_, at) => [
      `bea.b+${at}@victim.example`,
      `b.eab+${at}@Victim.example`,
    ])
    const refusals = []
    for (const call of keys) refusals.push(...(await invite(call, spellings.flat())))
    expect(await mailsTo('beab')).toBe(20)
    expect(refusals).toHaveLength(4 * 16 - 20)
    expect(new Set(refusals.map(String))).toEqual(new Set(['429,invite_rate_limited']))
    // Of the others at the same provider nobody notices.
    expect(await invite(keys[0] as IamCall, ['cy@victim.example'])).toEqual([])
  })
})

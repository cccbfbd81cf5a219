import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enqueuedPayloads } from '../../../test/jobs.ts'
import { testApp, type TestApp } from '../../../test/harness.ts'
import type { Visitor } from '../../../test/visitor.ts'
import { markDemo } from '../../identity/demo/store.ts'
import { inForce } from '../../identity/in-force.ts'
import { setUserDisabled } from '../../identity/user/disable-user.ts'
import { sql } from '../../platform/database/sql.ts'
import { makePerson, newcomer, outcomeOf } from '../account.testing.ts'
import { mailReset } from './mail-reset.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const request = (email: string) => newcomer(app).submit('/forgot', { email })

/** Runs the jobs of an address, each as often as `times`. */
async function runJobs(email: string, times = 1): Promise<void> {
  const payloads = await enqueuedPayloads(app.context.database, mailReset as never)
  for (const payload of payloads as readonly { email: string }[])
    for (let at = 0; at < times; at++) if (payload.email === email) await mailReset.run(payload, app.context)
}

const mailsTo = (email: string): Promise<{ text: string }[]> =>
  app.context.database.rows(sql`select text from platform.mail where recipient = ${email} order by id`)

const pathsTo = async (email: string): Promise<string[]> =>
  (await mailsTo(email)).map(({ text }) => /http:\/\/files\.test(\/reset\/\w{43})/.exec(text)?.[1] ?? '')

describe('requestReset', () => {
  test('mails a link with which the person chooses a new password', async () => {
    const { email } = await makePerson(app)
    expect(outcomeOf(await request(` ${email.toUpperCase()} `))).toBe('200 Check your e-mail')
    await runJobs(email)
    const [mail, ...more] = await mailsTo(email)
    expect(more).toEqual([])
    const path = /http:\/\/files\.test(\/reset\/\w{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect(outcomeOf(await newcomer(app).submit(path, { password: 'four loud otters' }))).toBe('303 /')
  })

  test('answers an unknown address like a known one, after the same work', async () => {
    const { email } = await makePerson(app)
    const disabled = await makePerson(app)
    await inForce(app.context, (tx) => setUserDisabled(tx, disabled.id, true))
    const madeUp = await makePerson(app)
    await markDemo(app.context.database, { userIds: [madeUp.id], workspaceIds: [] })
    const answers = new Set<string>()
    for (const each of [email, 'unknown@example.com', disabled.email, madeUp.email]) {
      const { status, text } = await request(each)
      answers.add(`${status} ${text.replaceAll(each, '<address>')}`)
      const jobs = (await enqueuedPayloads(app.context.database, mailReset as never)) as readonly {
        email: string
      }[]
      expect(jobs.filter((job) => job.email === each)).toHaveLength(1)
      await runJobs(each)
    }
    expect(answers.size).toBe(1)
    expect(await mailsTo('unknown@example.com')).toEqual([])
    expect(await mailsTo(disabled.email)).toEqual([])
    expect(await mailsTo(madeUp.email)).toEqual([])
  })

  test('mails once even if its job runs twice', async () => {
    const { email } = await makePerson(app)
    await request(email)
    await runJobs(email, 2)
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('mails three links in half an hour for one network and five for all, and says the same afterwards', async () => {
    const { email } = await makePerson(app)
    const stranger = newcomer(app)
    const ask = async (guest: Visitor, times: number): Promise<number> => {
      for (let at = 0; at < times; at++) {
        expect(outcomeOf(await guest.submit('/forgot', { email }))).toBe('200 Check your e-mail')
        await runJobs(email)
        app.clock.advance(60_000)
      }
      return (await mailsTo(email)).length
    }
    expect(await ask(stranger, 8)).toBe(3)
    expect(await ask(newcomer(app), 1)).toBe(4)
    expect(await ask(newcomer(app), 3)).toBe(5)
    // The first mails are half an hour old, and their links have expired.
    app.clock.advance(18 * 60_000)
    expect(await ask(stranger, 1)).toBe(6)
  })

  test('ends no link that still works: a stranger who asks again and again does not keep the owner out', async () => {
    const { email } = await makePerson(app)
    await request(email)
    await runJobs(email)
    const [path = ''] = await pathsTo(email)
    for (let at = 0; at < 8; at++) {
      await request(email)
      await runJobs(email)
      app.clock.advance(60_000)
    }
    const paths = await pathsTo(email)
    expect(outcomeOf(await newcomer(app).submit(path, { password: 'four loud otters' }))).toBe('303 /')
    for (const other of paths.slice(1))
      expect((await newcomer(app).submit(other, { password: 'five loud otters' })).status).toBe(410)
  })

  test('of a stranger, over their limit, does not replace the request of the owner that waits', async () => {
    const { email } = await makePerson(app)
    const stranger = newcomer(app)
    for (let at = 0; at < 5; at++) {
      await stranger.submit('/forgot', { email })
      await runJobs(email)
      app.clock.advance(60_000)
    }
    await request(email)
    app.clock.advance(1000)
    await stranger.submit('/forgot', { email })
    await runJobs(email)
    expect(await mailsTo(email)).toHaveLength(4)
  })

  test('slows down who asks for one address from many networks, whether it has an account or not', async () => {
    const { email } = await makePerson(app)
    for (const each of [email, 'stranger@example.com']) {
      const outcomes: string[] = []
      for (let at = 0; at < 8; at++) outcomes.push(outcomeOf(await request(each)))
      expect(outcomes.slice(0, 6)).toEqual(Array(6).fill('200 Check your e-mail'))
      expect(outcomes.slice(6).map((outcome) => outcome.slice(0, 3))).toEqual(['429', '429'])
      expect((await request(each)).text).toContain('Too many tries. Wait 10 seconds, then try again.')
      app.clock.advance(10_000)
      expect(outcomeOf(await request(each))).toBe('200 Check your e-mail')
    }
  })

  test('refuses what is not an address', async () => {
    for (const email of [
      '',
      'ann',
      'ann@',
      'a@b@example.com',
      'ann\u0000@example.com',
      `${'x'.repeat(300)}@example.com`,
    ]) {
      const answer = await request(email)
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('This is not an e-mail address.')
    }
  })

  test('slows one network down', async () => {
    const guest = newcomer(app)
    const statuses: number[] = []
    for (let at = 0; at < 13; at++)
      statuses.push((await guest.submit('/forgot', { email: `somebody-${at}@example.com` })).status)
    expect(statuses.slice(10)).toEqual([200, 429, 429])
    expect((await request('another@example.com')).status).toBe(200)
  })
})

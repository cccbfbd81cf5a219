import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { openMailTransport } from '../../../platform/mail/smtp/transport.ts'
import { loggedIn, makePerson, newcomer, outcomeOf } from '../../../account/account.testing.ts'
import { sql } from '../../../platform/database/sql.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'
import { perform, prepare } from '../../execute.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

let people = 0
const newPerson = () =>
  ['--email', `user-${++people}@example.com`, '--first-name', 'Ann', '--last-name', 'Lee'] as const

/** What the operator did to a person, oldest first. */
const audited = async (userId: number): Promise<readonly string[]> =>
  (
    await line.context.database.rows<{ action: string }>(
      sql`select action from identity.audit where target = ${`user:${userId}`} and actor = 'operator' order by id`,
    )
  ).map(({ action }) => action)

const isLoggedIn = async (guest: Awaited<ReturnType<typeof loggedIn>>): Promise<boolean> =>
  (await guest.get('/two-step')).status === 200

describe('users create', () => {
  test('without a password prints a link that sets one, where mails go nowhere', async () => {
    const { password_url: url } = await line.printed('users', 'create', ...newPerson())
    const page = await newcomer(line.app).get(new URL(String(url)).pathname)
    expect(outcomeOf(page)).toBe('200 Set your password')
    const { stdout } = await line.run('users', 'create', ...newPerson())
    expect(stdout).toMatch(/hand on this link to set a password\. .+\nhttp\S+\/welcome\/\w+\n$/)
    expect(await line.printed('mail', 'list', '--to', `user-${people}@example.com`)).toEqual({ mails: [] })
  })

  test('without a password mails the link where there is a mail server, and does not print it', async () => {
    const readied = prepare(['users', 'create', ...newPerson()])
    if ('outcome' in readied) throw new Error(readied.outcome.stderr)
    const mail = await openMailTransport({
      smtpUrl: 'smtp://127.0.0.1:1',
      from: { name: 'Bureau', address: 'bureau@example.com' },
      domain: 'example.com',
    })
    onTestFinished(() => mail.close())
    const { stdout } = await perform(readied.prepared, { ...line.context, mail })
    expect(stdout).toContain(`on its way to user-${people}@example.com`)
    expect(stdout).not.toContain('/welcome/')
    const { mails } = await line.printed('mail', 'list', '--to', `user-${people}@example.com`)
    expect(mails).toEqual([expect.objectContaining({ links: [expect.stringContaining('/welcome/')] })])
  })

  test('with a password makes no link', async () => {
    const made = await line.printed('users', 'create', ...newPerson(), '--password', 'three calm otters')
    expect(Object.keys(made)).toEqual(['id', 'email', 'workspace_id'])
  })
})

describe('users update', () => {
  test('changes what is named, and leaves sessions alone where the address stays', async () => {
    const person = await makePerson(line.app)
    const guest = await loggedIn(line.app, person)
    expect(await line.printed('users', 'update', person.id, '--last-name', 'Moss')).toEqual({
      ok: true,
      id: person.id,
      email: person.email,
      first_name: 'Pat',
      last_name: 'Moss',
    })
    await line.printed('users', 'update', person.id, '--email', person.email.toUpperCase())
    expect(await isLoggedIn(guest)).toBe(true)
    expect(await audited(person.id)).toEqual(['user.update', 'user.update'])
    expect(await line.run('users', 'update', person.id)).toMatchObject({ exit: 2 })
    expect(await line.refusal('users', 'update', 987_654, '--first-name', 'X')).toContain('does not exist')
  })

  test('with a new address ends sessions and links of the old one, and the address is not verified', async () => {
    const { id, password_url: url } = await line.printed('users', 'create', ...newPerson())
    const person = await makePerson(line.app)
    const guest = await loggedIn(line.app, person)
    for (const each of [Number(id), person.id])
      await line.printed('users', 'update', each, '--email', `moved-${each}@example.com`)
    expect(await isLoggedIn(guest)).toBe(false)
    const page = await newcomer(line.app).get(new URL(String(url)).pathname)
    expect(outcomeOf(page)).not.toContain('Set your password')
    await loggedIn(line.app, { email: `moved-${person.id}@example.com` })
  })

  test('of several people to one address changes one', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => makePerson(line.app)))
    const outcomes = await Promise.all(
      made.map(({ id }) => line.run('users', 'update', id, '--email', 'wanted@example.com')),
    )
    expect(outcomes.filter(({ exit }) => exit === 0)).toHaveLength(1)
    for (const { stderr } of outcomes.filter(({ exit }) => exit !== 0))
      expect(stderr).toContain('A user with the address wanted@example.com already exists.')
  })
})

describe('users sessions end', () => {
  test('logs a person out everywhere', async () => {
    const person = await makePerson(line.app)
    const guests = [await loggedIn(line.app, person), await loggedIn(line.app, person)]
    const other = await loggedIn(line.app, await makePerson(line.app))
    expect(await line.printed('users', 'sessions', 'end', person.id)).toMatchObject({ ended: 2 })
    expect(await Promise.all([...guests, other].map(isLoggedIn))).toEqual([false, false, true])
    expect(await audited(person.id)).toEqual(['session.end'])
    expect(await line.refusal('users', 'sessions', 'end', 987_654)).toContain('does not exist')
  })
})

describe('users two-step off', () => {
  test('lets a person in with their password alone', async () => {
    const person = await makePerson(line.app)
    await line.context.database.run(sql`
      update identity.user set totp_secret = 'sealed', totp_confirmed_at = ${line.context.clock.now()}
       where id = ${person.id}`)
    expect(await line.printed('users', 'two-step', 'off', person.id)).toEqual({
      ok: true,
      id: person.id,
      was_on: true,
    })
    await loggedIn(line.app, person)
    expect(await line.printed('users', 'two-step', 'off', person.id)).toMatchObject({ was_on: false })
    expect(await audited(person.id)).toEqual(['two_step.off'])
    expect(await line.refusal('users', 'two-step', 'off', 987_654)).toContain('does not exist')
  })
})

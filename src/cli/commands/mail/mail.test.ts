import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { deliverMail } from '../../../platform/mail/deliver-mail.ts'
import { sendMail } from '../../../platform/mail/send-mail.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'
import { perform, prepare } from '../../execute.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

/** Stores a mail and returns its id. */
async function store(to: string): Promise<number> {
  const mail = { to, subject: 'Hello', text: 'Hello', html: '', links: [] }
  const cause = { kind: { name: 'test', perRecipientMax: 10 }, scopeId: null, address: null }
  await line.context.database.transaction((tx) => sendMail(tx, mail, cause))
  const { mails } = (await line.printed('mail', 'list', '--to', to)) as { mails: { id: number }[] }
  return mails[0]?.id ?? 0
}

/** Runs the command on an installation with a mail server. */
async function resend(id: number) {
  const readied = prepare(['mail', 'resend', String(id)])
  if ('outcome' in readied) throw new Error(readied.outcome.stderr)
  const send = async () => ({ sent: true }) as const
  const mail = { ...line.context.mail, mode: 'smtp', send } as const
  return perform(readied.prepared, { ...line.context, mail })
}

const jobsOf = async (id: number) =>
  (
    await line.context.database.rows<{ payload: { mail_id: number } }>(sql`
    select payload from graphile_worker._private_jobs`)
  ).filter(({ payload }) => payload.mail_id === id).length

describe('mail list and show', () => {
  test('say whether a mail is waiting, was sent, or was given up, and why', async () => {
    const id = await store('state@example.com')
    const states = async () => {
      const { mails } = (await line.printed('mail', 'list', '--to', 'state@example.com')) as {
        mails: { status: string; error: string | null }[]
      }
      const { stdout } = await line.run('mail', 'list', '--to', 'state@example.com')
      const { mail } = (await line.printed('mail', 'show', id)) as { mail: { status: string } }
      expect(mail.status).toBe(mails[0]?.status)
      return [mails[0]?.status, mails[0]?.error, / {2}(waiting|sent|given up)/.exec(stdout)?.[1]]
    }
    expect(await states()).toEqual(['waiting', null, 'waiting'])
    await deliverMail.run({ mail_id: id }, line.context)
    expect(await states()).toEqual(['waiting', 'No mail server is set up.', 'waiting'])
    await line.context.database.run(
      sql`update platform.mail set sent_at = now(), error = null where id = ${id}`,
    )
    expect(await states()).toEqual(['sent', null, 'sent'])
    await line.context.database.run(sql`
      update platform.mail set sent_at = null, failed_at = now(), error = 'SMTP 550 at RCPT TO' where id = ${id}`)
    expect(await states()).toEqual(['given_up', 'SMTP 550 at RCPT TO', 'given up'])
    expect((await line.run('mail', 'show', id)).stdout).toContain('given up (SMTP 550 at RCPT TO)')
  })
})

describe('mail resend', () => {
  test('queues what was kept, sent or given up, and nothing that is in the queue', async () => {
    const id = await store('again@example.com')
    expect(await resend(id)).toMatchObject({
      exit: 1,
      stderr: `bureau: Mail ${id} is waiting to be sent already.\n`,
    })
    await deliverMail.run({ mail_id: id }, line.context)
    const before = await jobsOf(id)
    expect(await resend(id)).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('again@example.com') as string,
    })
    expect(await jobsOf(id)).toBe(before + 1)
    expect(await resend(id)).toMatchObject({ exit: 1 })
    for (const column of [sql`sent_at`, sql`failed_at`]) {
      await line.context.database.run(sql`update platform.mail set ${column} = now() where id = ${id}`)
      expect(await resend(id)).toMatchObject({ exit: 0 })
    }
    expect(await resend(987_654)).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('987654') as string,
    })
    const { entries } = (await line.printed('audit', 'list')) as {
      entries: { action: string; target: string }[]
    }
    expect(entries[0]).toMatchObject({ action: 'mail.resend', target: `mail:${id}` })
  })

  test('refuses without a mail server', async () => {
    const id = await store('nowhere@example.com')
    expect(await line.refusal('mail', 'resend', id)).toContain(
      'No mail server is set up. Set BUREAU_SMTP_URL',
    )
  })
})

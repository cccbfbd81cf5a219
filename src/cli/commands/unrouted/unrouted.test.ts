import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPhone, smsCaller } from '../../../../test/sms-account.ts'
import { sql } from '../../../platform/database/sql.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
let pool: number
beforeAll(async () => {
  line = await commandLine()
  pool = await line.number()
})
afterAll(() => line.close())

/** A text to the pool from a phone that nobody wrote to; its id on the list. */
async function unrouted(from: string, body: string): Promise<number> {
  const options = ['--number', pool, '--from', from, '--body', body]
  const received = await line.printed('sim', 'inbound', ...options)
  expect(received['unrouted']).toBe(true)
  return Number(received['id'])
}

const listed = async (...more: readonly (string | number)[]) =>
  (await line.printed('unrouted', 'list', ...more))['texts'] as { id: number }[]

describe('unrouted list', () => {
  test('has texts on pool numbers that belong to no account, oldest first', async () => {
    expect((await line.run('unrouted', 'list')).stdout).toBe('Every text has found its account.\n')
    const [ann, bob] = [newPhone(), newPhone()]
    const first = await unrouted(ann, 'Who is this?')
    const second = await unrouted(bob, 'Hello')
    expect(await listed()).toEqual([
      {
        id: first,
        number_id: pool,
        number: expect.stringMatching(/^\+1202555/) as string,
        from: ann,
        body: 'Who is this?',
        received_at: line.app.clock.now().toISOString(),
      },
      expect.objectContaining({ id: second, from: bob, body: 'Hello' }),
    ])
    expect(await listed('--after', first)).toMatchObject([{ id: second }])
    expect((await line.run('unrouted', 'list')).stdout).toContain('Who is this?')
  })
})

describe('unrouted assign', () => {
  const account = async () => {
    const tenant = await line.app.tenant()
    return { tenant, ...smsCaller(line.app, (await tenant.key('sms')).key) }
  }

  test('reads the sender of a text that was stored as its network showed it', async () => {
    const { tenant, list } = await account()
    const phone = newPhone()
    const id = await unrouted(phone, 'Hello')
    await line.app.context.database.run(sql`
      update sms.unrouted set phone = ${phone.slice(1)} where id = ${id}`)
    await line.printed('unrouted', 'assign', id, '--workspace', tenant.workspaceId)
    expect((await list('direction=in')).body.messages).toMatchObject([{ phone, body: 'Hello' }])
  })

  test('makes a text an inbound message of a workspace, once', async () => {
    const { tenant, list } = await account()
    const phone = newPhone()
    const id = await unrouted(phone, 'Is Ann there?')
    const assign = ['unrouted', 'assign', id, '--workspace', tenant.workspaceId] as const
    const assigned = await line.printed(...assign)
    expect((await list('direction=in')).body.messages).toMatchObject([
      { id: assigned['message_id'], phone, body: 'Is Ann there?', status: 'received', number_id: pool },
    ])
    expect(await listed('--after', id - 1)).toEqual([])
    expect(await line.refusal(...assign)).toContain(`Text ${id} is not on the unrouted list.`)
  })

  test('heeds a stop word for that workspace', async () => {
    const { tenant, send, message } = await account()
    const phone = newPhone()
    const id = await unrouted(phone, 'Stop')
    await line.printed('unrouted', 'assign', id, '--workspace', tenant.workspaceId)
    const { body } = await send({ to: phone, body: 'offer' })
    expect((await message(body.messages[0]?.id ?? 0)).body.message.error?.code).toBe('opted_out')
  })

  test('refuses a workspace that does not exist', async () => {
    const id = await unrouted(newPhone(), 'x')
    expect(await line.refusal('unrouted', 'assign', id, '--workspace', 987_654)).toContain(
      'Workspace 987654 does not exist.',
    )
    expect(await listed('--after', id - 1)).toMatchObject([{ id }])
  })
})

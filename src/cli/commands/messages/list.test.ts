import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPhone, smsAccount } from '../../../../test/sms-account.ts'
import { statuses } from '../../../sms/message/model.ts'
import { sql } from '../../../platform/database/sql.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
  await line.number()
})
afterAll(() => line.close())

interface Listed {
  readonly messages: readonly { readonly id: number }[]
  readonly next_before: number | null
}

const list = async (...options: (string | number)[]) =>
  (await line.printed('messages', 'list', ...options)) as unknown as Listed
const idsOf = ({ messages }: Listed) => messages.map(({ id }) => id)

/** An account with a message of each status; returns their ids in the order of `statuses`. */
async function account() {
  const { tenant, send } = await smsAccount(line.app)
  const ids: number[] = []
  for (const status of statuses) {
    const { body } = await send({ to: newPhone(), body: 'the secret text' })
    const id = body.messages[0]?.id ?? 0
    ids.push(id)
    if (status === 'queued') continue
    const [direction, code, deliveredAt] = [
      status === 'received' ? 'in' : 'out',
      status === 'failed' ? 'opted_out' : null,
      status === 'delivered' ? line.app.clock.now() : null,
    ]
    await line.context.database.run(sql`
      with taken as (delete from sms.queue where message_id = ${id})
      update sms.message set status = ${status}, direction = ${direction}, error_code = ${code}, error_message = ${code},
             delivered_at = ${deliveredAt}
       where id = ${id}`)
  }
  return { workspaceId: tenant.workspaceId, ids }
}

describe('messages list', () => {
  test('shows messages of every account newest first, without text and phone, by workspace and status', async () => {
    const [one, other] = [await account(), await account()]
    for (const [at, status] of statuses.entries()) {
      const found = [other.ids[at], one.ids[at]]
      expect(idsOf(await list('--status', status))).toEqual(found)
      expect(idsOf(await list('--status', status, '--workspace', one.workspaceId))).toEqual(found.slice(1))
    }
    expect(idsOf(await list('--workspace', one.workspaceId))).toEqual(one.ids.toReversed())
    expect(idsOf(await list())).toEqual([...one.ids, ...other.ids].toReversed())
    const failed = await list('--status', 'failed', '--workspace', one.workspaceId)
    expect(failed).toEqual({
      messages: [
        {
          id: expect.any(Number) as number,
          workspace_id: one.workspaceId,
          direction: 'out',
          status: 'failed',
          number_id: null,
          number: null,
          error_code: 'opted_out',
          created_at: expect.any(String) as string,
          sent_at: null,
          delivered_at: null,
          expires_at: expect.any(String) as string,
        },
      ],
      next_before: null,
    })
    const { stdout } = await line.run('messages', 'list', '--status', 'failed')
    expect(stdout).toContain('opted_out')
    expect(stdout).not.toContain('secret')
    expect(await line.run('messages', 'list', '--status', 'lost')).toMatchObject({ exit: 2 })
  })

  test('goes on page by page, with and without a status', async () => {
    const { workspaceId, ids } = await account()
    const whole = ['--workspace', workspaceId, '--limit', ids.length - 1]
    const first = await list(...whole)
    expect(first.next_before).toBe(ids[1])
    expect(await list(...whole, '--before', first.next_before ?? 0)).toMatchObject({
      messages: [{ id: ids[0] }],
      next_before: null,
    })
    for (const status of ['queued', 'failed']) {
      const page = await list('--status', status, '--limit', 1)
      const next = await list('--status', status, '--limit', 1, '--before', page.next_before ?? 0)
      expect(idsOf(next)[0]).toBe(
        page.next_before === null ? undefined : idsOf(await list('--status', status))[1],
      )
      expect(idsOf(next)[0]).toBeLessThan(idsOf(page)[0] ?? 0)
    }
  })
})

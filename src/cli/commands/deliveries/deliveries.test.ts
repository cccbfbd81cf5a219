import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../platform/database/sql.ts'
import { addWebhook, happen } from '../../../webhooks/delivery/receiver.testing.ts'
import { commandLine, type CommandLine } from '../../commands.testing.ts'

interface Listed {
  readonly id: number
  readonly status: string
}

let line: CommandLine
beforeAll(async () => {
  line = await commandLine()
})
afterAll(() => line.close())

async function webhook() {
  const { owner: userId, id: workspaceId } = await line.organization()
  const { id } = await addWebhook(line.app, { workspaceId, userId }, 'https://hooks.example/in')
  return { id, userId, workspaceId }
}

const webhooks = async (...options: (string | number)[]) =>
  (await line.printed('webhooks', 'list', ...options)) as unknown as {
    webhooks: readonly Listed[]
    next_after: number | null
  }
const deliveries = async (...options: (string | number)[]) =>
  (await line.printed('deliveries', 'list', ...options)) as unknown as {
    deliveries: readonly Listed[]
    next_before: number | null
  }
const idsOf = (rows: readonly Listed[]) => rows.map(({ id }) => id)

describe('webhooks list', () => {
  test('shows every webhook with its state and never its secret, by workspace and status', async () => {
    const [one, other] = [await webhook(), await webhook()]
    expect(await webhooks('--workspace', one.workspaceId)).toEqual({
      webhooks: [
        {
          id: one.id,
          workspace_id: one.workspaceId,
          name: 'Ours',
          url: 'https://hooks.example/in',
          events: ['*'],
          active: true,
          status: 'active',
          created_by: one.userId,
          last_status: null,
          last_delivered_at: null,
          last_error: null,
          created_at: expect.any(String) as string,
        },
      ],
      next_after: null,
    })
    await line.printed('users', 'disable', one.userId)
    await line.context.database.run(sql`update webhooks.webhook set active = false where id = ${other.id}`)
    for (const [status, id] of [
      ['paused', one.id],
      ['inactive', other.id],
    ] as const)
      expect(idsOf((await webhooks('--status', status)).webhooks)).toEqual([id])
    expect(idsOf((await webhooks('--after', one.id)).webhooks)).toContain(other.id)
    const { stdout } = await line.run('webhooks', 'list')
    expect(stdout).toContain('paused')
    expect(await line.run('webhooks', 'list', '--status', 'odd')).toMatchObject({ exit: 2 })
  })
})

describe('deliveries list', () => {
  test('shows deliveries newest first without what they tell, by workspace, webhook and status', async () => {
    const [one, other] = [await webhook(), await webhook()]
    for (const { workspaceId } of [one, other]) await happen(line.app, workspaceId, { times: 3 })
    const all = await deliveries('--workspace', one.workspaceId)
    expect(all.deliveries).toHaveLength(3)
    expect(idsOf(all.deliveries)).toEqual(idsOf(all.deliveries).toSorted((a, b) => b - a))
    expect(all.deliveries[0]).toEqual({
      id: expect.any(Number) as number,
      workspace_id: one.workspaceId,
      webhook_id: one.id,
      event: 'file.created',
      test: false,
      status: 'pending',
      attempts: 0,
      response_status: null,
      last_error: null,
      created_at: line.app.clock.now().toISOString(),
      delivered_at: null,
      next_attempt_at: null,
    })
    expect(await deliveries('--webhook', one.id)).toEqual(all)
    const [failed, later] = idsOf(all.deliveries)
    await line.context.database.run(sql`
      update webhooks.delivery set status = 'failed', lane = null, due_at = null, last_error = 'Gone.' where id = ${failed}`)
    await line.context.database.run(
      sql`update webhooks.delivery set lane = null, attempts = 1 where id = ${later}`,
    )
    expect((await deliveries('--status', 'failed')).deliveries).toMatchObject([
      { id: failed, last_error: 'Gone.' },
    ])
    expect(idsOf((await deliveries('--webhook', one.id, '--status', 'pending')).deliveries)).toEqual(
      idsOf(all.deliveries).slice(1),
    )
    expect((await deliveries('--workspace', other.workspaceId, '--status', 'failed')).deliveries).toEqual([])
    expect((await line.run('deliveries', 'list')).stdout).toContain('Gone.')
  })

  test('goes on page by page', async () => {
    const { id, workspaceId } = await webhook()
    await happen(line.app, workspaceId, { times: 5 })
    const found: number[] = []
    let before: number | null = Number.MAX_SAFE_INTEGER
    while (before !== null) {
      const page = await deliveries('--webhook', id, '--limit', 2, '--before', before)
      expect(page.deliveries.length).toBeLessThanOrEqual(2)
      found.push(...idsOf(page.deliveries))
      before = page.next_before
    }
    expect(found).toEqual(idsOf((await deliveries('--webhook', id)).deliveries))
    const { stdout } = await line.run('deliveries', 'list', '--webhook', id, '--limit', 1)
    expect(stdout).toContain(`This is 1. For the next ones add: --before ${found[0]}`)
  })
})

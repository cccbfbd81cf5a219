import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { happen } from '../../webhooks/delivery/receiver.testing.ts'
import { deliveriesApp, type DeliveriesApp } from './deliveries.testing.ts'

let app: DeliveriesApp
beforeAll(async () => {
  app = await deliveriesApp()
  await app.stopEngine()
})
afterAll(() => app.close())

interface Listed {
  readonly data: readonly { readonly id: number; readonly status: string }[]
  readonly meta: { readonly next_before: number | null }
}

describe('listDeliveries', () => {
  test('shows a delivery to every member', async () => {
    const hook = await app.hook()
    await happen(app, hook.tenant.workspaceId)
    const member = await app.memberOf(hook)
    const { status, body } = await member.call('GET', `${hook.path}/deliveries`)
    expect([status, body]).toEqual([
      200,
      {
        data: [
          {
            id: expect.any(Number) as number,
            event: 'file.created',
            test: false,
            status: 'pending',
            attempts: 0,
            response_status: null,
            last_error: null,
            created_at: app.clock.now().toISOString(),
            delivered_at: null,
            next_attempt_at: null,
          },
        ],
        meta: { next_before: null },
      },
    ])
  })

  test('has the newest first, of all statuses or of one, page by page', async () => {
    const hook = await app.hook()
    const statuses = ['delivered', 'failed', 'failed', 'delivered', 'failed', 'delivered'] as const
    const ids = await app.ended(hook, statuses)
    const list = async (query: string) =>
      (await hook.owner.call('GET', `${hook.path}/deliveries${query}`)).body as Listed
    const shown = ({ data }: Listed) => data.map(({ id }) => id)
    expect(shown(await list(''))).toEqual(ids.toReversed())
    for (const status of ['delivered', 'failed', 'pending']) {
      const wanted = ids.filter((_, at) => statuses[at] === status).toReversed()
      expect(shown(await list(`?status=${status}`))).toEqual(wanted)
    }
    const first = await list('?limit=2&status=failed')
    expect([shown(first), first.meta]).toEqual([[ids[4], ids[2]], { next_before: ids[2] }])
    const last = await list(`?limit=2&status=failed&before=${first.meta.next_before}`)
    expect([shown(last), last.meta]).toEqual([[ids[1]], { next_before: null }])
    const second = await list(`?limit=4&before=${ids[4]}`)
    expect([shown(second), second.meta]).toEqual([[ids[3], ids[2], ids[1], ids[0]], { next_before: null }])
  })

  test('is invalid_request for another status, limit or place', async () => {
    const { owner, path } = await app.hook()
    for (const query of ['status=lost', 'limit=0', 'limit=101', 'limit=x', 'before=x', 'before=0'])
      expect(await owner.refusal('GET', `${path}/deliveries?${query}`)).toEqual([400, 'invalid_request'])
  })

  test('is not_found for a webhook of another workspace and for an unknown or malformed ID', async () => {
    const [mine, foreign] = [await app.hook(), await app.hook()]
    for (const id of [foreign.id, 987_654_321, 'abc', '0']) {
      const path = `/workspaces/${mine.tenant.workspaceId}/webhooks/${id}/deliveries`
      expect(await mine.owner.refusal('GET', path)).toEqual([404, 'not_found'])
    }
  })
})

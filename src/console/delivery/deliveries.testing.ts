import type { Tenant } from '../../../test/harness.ts'
import { until } from '../../../test/until.ts'
import { sql } from '../../platform/database/sql.ts'
import {
  addWebhook,
  type Answering,
  deliveriesOf,
  deliveringApp,
  type DeliveryRow,
  receiver,
} from '../../webhooks/delivery/receiver.testing.ts'
import { logIn, type Browser } from '../console.testing.ts'

export type DeliveriesApp = Awaited<ReturnType<typeof deliveriesApp>>

export interface Hook {
  readonly tenant: Tenant
  readonly owner: Browser
  readonly id: number
  readonly secret: string
  /** Below `/console/v1`. */
  readonly path: string
}

/** A program that delivers, and people who look at it. */
export async function deliveriesApp() {
  const app = await deliveringApp()
  const { database } = app.context

  /** A new tenant with a webhook for everything at a port of this machine. */
  async function hook(port = 4443): Promise<Hook> {
    const tenant = await app.tenant()
    const owner = await logIn(app, tenant.userId)
    const { id, secret } = await addWebhook(app, tenant, `https://hooks.test:${port}/`)
    return { tenant, owner, id, secret, path: `/workspaces/${tenant.workspaceId}/webhooks/${id}` }
  }

  return {
    ...app,
    hook,
    memberOf: async ({ tenant }: Hook) => logIn(app, (await app.member(tenant.workspaceId, 'member')).id),
    /** Deliveries that have ended, without attempts, the oldest first. */
    ended: async ({ tenant, id }: Hook, statuses: readonly DeliveryRow['status'][]) => {
      const rows = await database.rows<{ id: number }>(sql`
        insert into webhooks.delivery
          (webhook_id, workspace_id, event, data, status, attempts, lane, response_status, created_at)
        select ${id}, ${tenant.workspaceId}, 'file.created', '{}', status, 6, null, 500, ${app.clock.now()}
          from unnest(${statuses}::text[]) with ordinality as each (status, place) order by place
        returning id`)
      return rows.map((row) => row.id)
    },
    switchOff: ({ id }: Hook) =>
      database.run(sql`update webhooks.webhook set active = false where id = ${id}`),
    /** Waits until every delivery has this status. */
    settled: async ({ id }: Hook, status: DeliveryRow['status']) => {
      await until(async () => {
        const rows = await deliveriesOf(app, id)
        return rows.length > 0 && rows.every((row) => row.status === status)
      })
      return deliveriesOf(app, id)
    },
    audited: ({ tenant }: Hook) =>
      database.rows<{ action: string; target: string; actor: string; user_id: number; outcome: string }>(sql`
        select action, target, actor, user_id, outcome from identity.audit
         where workspace_id = ${tenant.workspaceId} order by id`),
  }
}

/** A host that answers with a status that the test changes, and with a body. */
export async function changingReceiver(status: number) {
  const at = { status }
  const answering: Answering = (response) => void response.writeHead(at.status).end(`<b>${at.status}</b>`)
  const host = await receiver(answering)
  return { ...host, answers: (next: number) => void (at.status = next) }
}

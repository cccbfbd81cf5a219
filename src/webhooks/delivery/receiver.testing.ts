import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { startLoops } from '../../platform/jobs/loop.ts'
import { type Host, makeCertificate, secureHost } from '../../platform/outgoing/hosts.testing.ts'
import { emit } from '../../platform/outbox/emit.ts'
import { sql } from '../../platform/database/sql.ts'
import { testApp, type TestApp, type TestAppOptions, type Tenant } from '../../../test/harness.ts'
import { insertWebhook, drawWebhookId } from '../webhook/store.ts'
import { newSecret, sealSecret } from '../webhook/secret.ts'
import { openDeliveryEngine } from './engine.ts'
import type { AttemptObservation } from '../../platform/operations/metrics.ts'

export const certificate = makeCertificate('DNS:*.hooks.test', 'DNS:hooks.test', 'IP:127.0.0.1')

/** What a receiver got. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly delivery: number
}

export interface Receiver extends Host {
  readonly received: Received[]
}

export type Answering = (response: ServerResponse, received: Received, request: IncomingMessage) => void

export const answer =
  (status: number): Answering =>
  (response) =>
    void response.writeHead(status).end()

/** An https host that keeps what it gets, and answers 200 unless told otherwise. */
export async function receiver(answering: Answering = answer(200)): Promise<Receiver> {
  const received: Received[] = []
  const host = await secureHost(certificate, (request, response) => {
    void buffer(request).then(
      (body) => {
        const { url = '', headers } = request
        const delivery = Number(headers['x-service-delivery'])
        const got = { path: url, headers, body: body.toString(), delivery }
        received.push(got)
        answering(response, got, request)
      },
      () => undefined,
    )
  })
  return { ...host, received }
}

export const signed = (secret: string, body: string): string =>
  createHmac('sha256', secret).update(body).digest('hex')

export interface DeliveryRow {
  readonly id: number
  readonly status: 'pending' | 'delivered' | 'failed'
  readonly attempts: number
  readonly due_at: Date | null
  readonly response_status: number | null
  readonly last_error: string | null
  readonly delivered_at: Date | null
}

export interface WebhookState {
  readonly active: boolean
  readonly last_status: number | null
  readonly last_error: string | null
  readonly last_delivered_at: Date | null
}

/** A program whose names below `hooks.test` are this machine, and which delivers. */
export async function deliveringApp(options: TestAppOptions = {}) {
  const app = await testApp({
    ...options,
    outgoing: {
      resolver: { resolve: async (host) => (host.endsWith('hooks.test') ? ['127.0.0.1'] : []) },
      allowHosts: ['hooks.test', 'a.hooks.test', 'b.hooks.test'],
      authorities: certificate.cert,
      ...options.outgoing,
    },
  })
  const observed: AttemptObservation[] = []
  let engine = start()

  function start() {
    const engine = openDeliveryEngine(app.context, (attempt) => void observed.push(attempt))
    const loops = startLoops({ loops: [engine.loop], context: app.context })
    return {
      stop: async () => {
        await loops.stop()
        await engine.stop()
      },
    }
  }

  return {
    ...app,
    observed,
    /** Stops the engine, and begins another one. */
    restart: async () => {
      await engine.stop()
      engine = start()
    },
    stopEngine: () => engine.stop(),
    startEngine: () => void (engine = start()),
    close: async () => {
      await engine.stop()
      await app.close()
    },
  }
}

/** Creates a webhook of the tenant that wants everything. Returns its id and secret. */
export async function addWebhook(
  { context }: Pick<TestApp, 'context'>,
  tenant: Pick<Tenant, 'workspaceId' | 'userId'>,
  url: string,
): Promise<{ readonly id: number; readonly secret: string }> {
  const { database, random, vault } = context
  const secret = newSecret(random)
  return database.transaction(async (tx) => {
    const id = await drawWebhookId(tx)
    await insertWebhook(tx, {
      id,
      workspaceId: tenant.workspaceId,
      createdBy: tenant.userId,
      name: 'Ours',
      url,
      events: ['*'],
      active: true,
      sealedSecret: sealSecret(vault, id, secret),
    })
    return { id, secret }
  })
}

/** Lets something happen in a workspace, some times. */
export const happen = (
  { context }: Pick<TestApp, 'context'>,
  workspaceId: number,
  { name = 'file.created', times = 1 } = {},
): Promise<void> =>
  context.database.transaction(async (tx) => {
    for (let time = 0; time < times; time++)
      await emit(tx, { scopeId: workspaceId, name, data: { id: 'a', name: 'Ü.txt' } })
  })

export const deliveriesOf = (
  { context }: Pick<TestApp, 'context'>,
  webhookId: number,
): Promise<DeliveryRow[]> =>
  context.database.rows<DeliveryRow>(sql`
    select id, status, attempts, due_at, response_status, last_error, delivered_at
      from webhooks.delivery where webhook_id = ${webhookId} order by id`)

export const webhookState = ({ context }: Pick<TestApp, 'context'>, id: number): Promise<WebhookState> =>
  context.database.one<WebhookState>(sql`
    select active, last_status, last_error, last_delivered_at from webhooks.webhook where id = ${id}`)

import type { Context } from '../api/context.ts'
import type { Endpoint } from '../api/endpoint.ts'
import { audit } from '../identity/audit/audit.ts'
import { createKey } from '../identity/key/create-key.ts'
import { noteUses } from '../identity/key/store.ts'
import { insertRequests } from '../identity/request/store.ts'
import type { RequestEntry } from '../identity/request/window.ts'
import { endpoints as fileEndpoints } from '../files/endpoints.ts'
import { endpoints as iamEndpoints } from '../iam/endpoints.ts'
import { endpoints as smsEndpoints } from '../sms/endpoints.ts'
import { newSecret, sealSecret } from '../webhooks/webhook/secret.ts'
import { drawWebhookId, insertWebhook } from '../webhooks/webhook/store.ts'
import { openChance, type Chance } from './chance.ts'
import { transactionAt } from './clock-at.ts'
import { keys, webhooks, type DemoKey } from './data/developer.ts'
import { insertDeliveries, type EndedDelivery } from './delivery-store.ts'
import type { DemoFiles } from './fill-files.ts'
import type { DemoPeople } from './fill-people.ts'

const dayMs = 86_400_000

/** Keys with the requests that they made, and webhooks with their deliveries. */
export async function fillDeveloper(
  context: Context,
  people: DemoPeople,
  files: DemoFiles,
  now: Date,
): Promise<void> {
  const chance = openChance(11)
  const requests: RequestEntry[] = []
  for (const key of keys) requests.push(...(await addKey(context, people, key, { now, chance })))
  requests.sort((a, b) => a.at.getTime() - b.at.getTime())
  for (let at = 0; at < requests.length; at += requestsOfStatement)
    await insertRequests(context.database, requests.slice(at, at + requestsOfStatement))
  await addWebhooks(context, people, files, { now, chance })
}

interface Period {
  readonly now: Date
  readonly chance: Chance
}

const all: readonly Endpoint[] = [...smsEndpoints, ...fileEndpoints, ...iamEndpoints]

function endpointOf(service: string, id: string): Endpoint {
  const found = all.find((endpoint) => endpoint.service.name === service && endpoint.id === id)
  if (!found) throw new Error(`There is no ${service}.${id}.`)
  return found
}

const requestsOfStatement = 500

async function addKey(
  { database, random }: Context,
  { workspaceId, staffIds }: DemoPeople,
  { maker, daysAgo, requests, calls, ...request }: DemoKey,
  { now, chance }: Period,
): Promise<readonly RequestEntry[]> {
  const userId = staffIds[maker] ?? staffIds[0]
  const created = new Date(now.getTime() - daysAgo * dayMs)
  const id = await database.transaction(async (plain) => {
    const tx = transactionAt(plain, created)
    const key = await createKey(tx, random, { ...request, userId, workspaceId })
    const entry = { actor: 'person', userId, workspaceId, action: 'key.create', outcome: 'ok' } as const
    await audit(tx, created, { ...entry, target: `key:${key.id}`, address: '203.0.113.7' })
    return key.id
  })
  const minutes = Array.from({ length: requests }, () => chance.between(4, Math.min(daysAgo, 6) * 1440))
  const entries = minutes
    .toSorted((a, b) => b - a)
    .map((ago) => {
      const [operation, method, status, code] = chance.pick(calls)
      return {
        at: new Date(now.getTime() - ago * 60_000 - chance.between(0, 59_000)),
        request: {
          requestId: `req_${random.base62(20)}`,
          requester: { userId, workspaceId, keyId: id },
          service: request.service,
          endpoint: endpointOf(request.service, operation),
          method,
          status,
          code,
          ms: chance.between(30, 480) / 10,
          address: `198.51.100.${chance.between(10, 14)}`,
        },
      }
    })
  const last = entries.at(-1)
  if (last) await noteUses(database, new Map([[id, last.at]]))
  return entries
}

async function addWebhooks(
  { database, random, vault, origins }: Context,
  { workspaceId, staffIds }: DemoPeople,
  { ids }: DemoFiles,
  { now, chance }: Period,
): Promise<void> {
  const files = [...ids]
    .filter(([path]) => path.startsWith('Accounting/Invoices/') && path.endsWith('.txt'))
    .slice(-120)
  for (const { maker, daysAgo, failing, deliveries, ...webhook } of webhooks) {
    const created = new Date(now.getTime() - daysAgo * dayMs)
    const userId = staffIds[maker] ?? staffIds[0]
    await database.transaction(async (plain) => {
      const tx = transactionAt(plain, created)
      const id = await drawWebhookId(tx)
      const sealedSecret = sealSecret(vault, id, newSecret(random))
      await insertWebhook(tx, { ...webhook, active: true, id, workspaceId, createdBy: userId, sealedSecret })
      const entry = { actor: 'person', userId, workspaceId, action: 'webhook.create', outcome: 'ok' } as const
      await audit(tx, created, { ...entry, target: `webhook:${id}`, address: '203.0.113.7' })
      const minutes = Array.from({ length: deliveries }, () =>
        chance.between(12, Math.min(daysAgo, 10) * 1440),
      )
      const ended = minutes
        .toSorted((a, b) => b - a)
        .map((ago, index): EndedDelivery => {
          const [path = '', fileId = ''] = files[index % files.length] ?? []
          const at = new Date(now.getTime() - ago * 60_000)
          const failure = failing && chance.is(failing.rate) ? chance.pick(failing.reasons) : undefined
          const name = path.slice(path.lastIndexOf('/') + 1)
          return {
            webhookId: id,
            event: 'file.created',
            data: { file: { id: fileId, name, type: 'file', share_url: `${origins.files}/sl/${fileId}` } },
            attempts: failure ? 8 : 1,
            responseStatus: failure ? failure.status : 200,
            error: failure?.error ?? null,
            at,
          }
        })
      await insertDeliveries(tx, workspaceId, ended)
    })
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { makeCertificate } from '../../src/platform/outgoing/hosts.testing.ts'
import { runningPostgres } from '../../src/platform/postgres/embedded.ts'
import { command, startServer } from '../../test/server.ts'
import type { Report } from './receiver.ts'

export type World = Awaited<ReturnType<typeof openWorld>>

/** A workspace with a key that may create webhooks. */
export interface Owner {
  readonly workspaceId: number
  readonly key: string
}

/** A server, and a receiver in its own process, which survives when the server is killed. */
export async function openWorld() {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-bench-'))
  const dataDir = join(directory, 'data')
  const { key, cert } = makeCertificate('DNS:localhost', 'IP:127.0.0.1')
  const [keyFile, certFile] = [join(directory, 'receiver.key'), join(directory, 'receiver.pem')]
  await writeFile(keyFile, key)
  await writeFile(certFile, cert)
  const receiver = fork(join(import.meta.dirname, 'receiver.ts'), [keyFile, certFile])
  const [{ port }] = (await once(receiver, 'message')) as [{ port: number }]
  const env = { BUREAU_WEBHOOK_ALLOW_HOSTS: 'localhost,127.0.0.1', NODE_EXTRA_CA_CERTS: certFile }
  const start = () => startServer({ dataDir, env })
  let server = await start()
  let database = await connect(dataDir)

  async function addWebhook({ key: secret }: Owner, path: string): Promise<number> {
    const body = { name: 'bench', url: `https://127.0.0.1:${port}${path}`, events: ['*'] }
    const { data } = (await call('POST', '/webhooks', secret, body)) as { data: { webhook: { id: number } } }
    return data.webhook.id
  }

  async function call(method: string, path: string, secret: string, body: object): Promise<unknown> {
    const response = await fetch(`${server.urls.files_origin_url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }

  return {
    addOwner: () => addOwner(dataDir),
    addWebhook,
    switchWebhook: (owner: Owner, id: number, active: boolean) =>
      call('PATCH', `/webhooks/${id}`, owner.key, { active }),
    /** Events of a workspace in one transaction, as other processes make them: known by the notice only. */
    emit: async (workspaceId: number, count = 1): Promise<void> => {
      await database.query(
        `insert into platform.event (workspace_id, name, data, wildcard_only, created_at)
         select $1, 'file.created', $2, false, now() from generate_series(1, $3)`,
        [workspaceId, JSON.stringify({ at: Date.now() }), count],
      )
      await database.query(`select pg_notify('bureau', 'platform.event:')`)
    },
    query: async <Row>(text: string): Promise<Row[]> => (await database.query(text)).rows as Row[],
    /** Kills the server and its database during their work, and restarts them. */
    crash: async () => {
      await server.kill()
      server = await start()
      database = await connect(dataDir)
    },
    /** What the receiver got since it was last asked. */
    received: async (): Promise<Report> => {
      receiver.send({})
      const [report] = (await once(receiver, 'message')) as [Report]
      return report
    },
    drained: async (): Promise<void> => {
      for (;;) {
        const { rows } = await database.query(
          `select from webhooks.delivery d join webhooks.webhook w on w.id = d.webhook_id
            where d.status = 'pending' and w.url not like '%/never' limit 1`,
        )
        if (rows.length === 0) return
        await delay(100)
      }
    },
    close: async () => {
      await database.end()
      await server.stop()
      receiver.kill()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function connect(dataDir: string): Promise<pg.Client> {
  const client = new pg.Client(runningPostgres(dataDir))
  // The database may be killed before this process ends.
  client.on('error', () => undefined)
  await client.connect()
  return client
}

let people = 0

async function addOwner(dataDir: string): Promise<Owner> {
  const person = ['--email', `bench${people++}@example.com`, '--first-name', 'Ben', '--last-name', 'Ch']
  const user = await command<{ id: number; workspace_id: number }>(dataDir, 'users', 'create', ...person)
  const owned = ['--user', `${user.id}`, '--workspace', `${user.workspace_id}`]
  const wanted = ['--service', 'files', '--scopes', '*', '--per-minute', '100000', '--per-day', '1000000']
  const { key } = await command<{ key: string }>(dataDir, 'keys', 'create', ...owned, ...wanted)
  return { workspaceId: user.workspace_id, key }
}

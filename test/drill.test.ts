import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { openArchive } from '../src/backup/archive/read.ts'
import { canRun, startS3, type S3TestServer } from '../src/platform/blobs/s3/server.testing.ts'
import { certificate, receiver, signed } from '../src/webhooks/delivery/receiver.testing.ts'
import { testDatabase } from './database.ts'
import { clientOf, type Client } from './drill/client.ts'
import { holdingsOf, lasting, type Holdings } from './drill/holdings.ts'
import { startLoad, type Done } from './drill/load.ts'
import { addTenant, command, keysOf, type Tenant } from './drill/tenant.ts'
import { removeData, run, type Server, startServer } from './server.ts'
import { until } from './until.ts'

const root = mkdtempSync(join(tmpdir(), 'bureau-drill-'))
const closing: (() => unknown)[] = [() => removeData(root)]
afterAll(async () => {
  for (const close of closing.reverse()) await close()
})

interface ListedWorkspace {
  readonly id: number
  readonly type: string
  readonly owner_id: number
}

const passphrase = 'correct horse battery staple'
const bytesOf = (count: number): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(count))

/** Bytes in PostgreSQL, in the blob store, and in chunks. */
async function fill(client: Client): Promise<void> {
  const folder = await client.addFolder('Letters')
  await client.upload('empty.txt', bytesOf(0), folder.id)
  await client.upload('small.txt', bytesOf(700), folder.id)
  await client.upload('middle.bin', bytesOf(1_000_000), folder.id)
  await client.uploadInChunks('large.bin', bytesOf(12_000_000))
  for (let count = 0; count < 3; count++) await client.send(`+1202555016${count}`, `Text ${count}`)
  await until(async () => (await client.messages()).every(({ status }) => /delivered|received/.test(status)))
}

/** What operators list. Keys are in use meanwhile. */
async function listings(dataDir: string): Promise<Readonly<Record<string, unknown>>> {
  const groups = ['users', 'workspaces', 'operators', 'plans', 'numbers', 'keys', 'webhooks', 'provisioning']
  const listed: Record<string, unknown> = {}
  for (const group of groups) {
    const text = JSON.stringify(await command(dataDir, group, 'list'))
    listed[group] = JSON.parse(text, (name, value: unknown) => (name.startsWith('last_') ? null : value))
  }
  return listed
}

const bucketOf = ({ bucket, prefix, endpoint, credentials }: ReturnType<S3TestServer['folder']>) => ({
  BUREAU_BLOBS: `s3://${bucket}?endpoint=${endpoint}&prefix=${prefix}`,
  AWS_ACCESS_KEY_ID: credentials?.accessKeyId ?? '',
  AWS_SECRET_ACCESS_KEY: credentials?.secretAccessKey ?? '',
})

const countsOf = (holdings: Holdings | undefined) =>
  [holdings?.items, holdings?.messages].map((held) => Object.keys(held ?? {}).length)

/** What was acknowledged before the backup is there; what was begun later is there as a whole, or not at all. */
function expectLoad(after: Holdings, before: Holdings, acknowledged: Done): void {
  const { uploaded, deleted, sent } = acknowledged
  expect(uploaded.filter((id) => !after.items[id])).toEqual([])
  expect(deleted.filter((id) => after.items[id])).toEqual([])
  expect(sent.filter((id) => !after.messages[id])).toEqual([])
  const added = Object.values(after.items).filter(({ id, name }) => !before.items[id] && name !== 'deletable')
  expect(added.filter(({ name, sha256 }) => sha256 !== name)).toEqual([])
}

/** A restore ends uploads that were open, and texts that were queued. */
const restartedTables = ['files.blob', 'files.upload', 'files.upload_chunk', 'sms.queue', 'sms.handoff']

/** Rows by table, as the archive has them. */
async function archivedRows(file: string): Promise<Readonly<Record<string, number>>> {
  const archive = await openArchive(createReadStream(file))
  for await (const { bytes } of archive.sections) for await (const _ of bytes);
  return archive.end(undefined).rows
}

async function countRows(
  connectionString: string,
  tables: readonly string[],
): Promise<Readonly<Record<string, number>>> {
  const client = new pg.Client(connectionString)
  await client.connect()
  try {
    const counts: Record<string, number> = {}
    for (const table of tables) {
      const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`)
      counts[table] = Number(rows[0]?.count)
    }
    return counts
  } finally {
    await client.end()
  }
}

async function start(dataDir: string, env: Record<string, string>, ...args: string[]): Promise<Server> {
  const server = await startServer({ dataDir, env, args })
  const runs = () => server.child.exitCode === null && server.child.signalCode === null
  closing.push(() => (runs() ? server.kill() : undefined))
  return server
}

describe.skipIf(!canRun('radosgw'))('with ceph-mon ceph-osd radosgw ceph-common', () => {
  test(
    'an installation that was backed up under load works on another database and in a bucket after its data directory is gone',
    { timeout: 300_000 },
    async () => {
      const store = startS3('radosgw')
      closing.push(() =>
        store.then(
          ({ stop }) => stop(),
          () => undefined,
        ),
      )
      const other = await testDatabase({ migrated: false })
      closing.push(other.close)
      const hooks = await receiver()
      closing.push(() => hooks[Symbol.asyncDispose]())
      const authority = join(root, 'authority.pem')
      writeFileSync(authority, certificate.cert)
      const env = {
        BUREAU_BACKUP_PASSPHRASE: passphrase,
        BUREAU_WEBHOOK_ALLOW_HOSTS: '127.0.0.1',
        NODE_EXTRA_CA_CERTS: authority,
      }

      // An installation in use.
      const old = join(root, 'old')
      const server = await start(old, env, '--demo')
      const { workspaces } = await command<{ workspaces: ListedWorkspace[] }>(old, 'workspaces', 'list')
      const company = workspaces.find(({ type }) => type === 'org')
      if (!company) throw new Error('The demo has no organization.')
      const demoKeys = await keysOf(old, { userId: company.owner_id, workspaceId: company.id })
      const tenants: readonly Tenant[] = [
        { workspaceId: company.id, keys: demoKeys },
        await addTenant(old, 'ann', '+12025550110'),
        await addTenant(old, 'bo', '+12025550111'),
      ]
      const clients = tenants.map(({ keys }) => clientOf(server, keys))
      const [, ann, bo] = clients as [Client, Client, Client]
      const secrets: string[] = []
      for (const [index, client] of [ann, bo].entries()) {
        await fill(client)
        secrets.push((await client.addWebhook(`https://127.0.0.1:${hooks.port}/${index}`)).secret)
      }
      const before = await Promise.all(clients.map(holdingsOf))
      const listed = await listings(old)
      const deletable = await Promise.all(
        Array.from({ length: 40 }, () => bo.upload('deletable', bytesOf(50_000))),
      )

      // A backup under load.
      const load = startLoad(bo, deletable, '+12025550170')
      const hasDone = (times: number) =>
        until(() => Object.values(load.done()).every(({ length }) => length >= times))
      await hasDone(5)
      const acknowledged = load.done()
      const target = join(root, 'backups')
      const created = await run(['backup', 'create', target, '--json', '--data', old])
      expect(created).toMatchObject({ code: 0 })
      const backup = JSON.parse(created.stdout) as { name: string }
      await load.stop()
      expect(load.done().uploaded.length).toBeGreaterThan(acknowledged.uploaded.length)

      // The machine is lost.
      await server.kill()
      await removeData(old)

      // Another machine.
      const fresh = join(root, 'new')
      const place = { ...env, ...bucketOf((await store).folder()), DATABASE_URL: other.connectionString }
      const file = join(target, backup.name)
      const { code, stdout, stderr } = await run(
        ['backup', 'restore', file, '--json', '--data', fresh],
        place,
      )
      expect([code, stderr]).toEqual([0, expect.any(String)])
      const archived = await archivedRows(file)
      const unchanged = Object.keys(archived).filter((table) => !restartedTables.includes(table))
      expect(await countRows(other.connectionString, unchanged)).toEqual(
        Object.fromEntries(unchanged.map((table) => [table, archived[table]])),
      )
      const total = Object.values(archived).reduce((sum, rows) => sum + rows, 0)
      expect(JSON.parse(stdout)).toMatchObject({ name: backup.name, rows: total, blobs: { missing: 0 } })
      const restored = await start(fresh, place)
      expect(existsSync(join(fresh, 'postgres'))).toBe(false)

      // Everything is as it was.
      const after = await Promise.all(tenants.map(({ keys }) => holdingsOf(clientOf(restored, keys))))
      for (const [index, holdings] of before.entries()) expect(after[index]).toMatchObject(lasting(holdings))
      for (const index of [0, 1]) expect(countsOf(after[index])).toEqual(countsOf(before[index]))
      expect(await listings(fresh)).toEqual(listed)
      expectLoad(after[2] as Holdings, before[2] as Holdings, acknowledged)

      // Old keys send, and old secrets sign.
      const again = clientOf(restored, (tenants[1] as Tenant).keys)
      const sent = await again.send('+12025550180', 'From the other machine')
      await until(
        async () => (await again.messages()).find(({ id }) => id === sent.id)?.status === 'delivered',
      )
      hooks.received.splice(0)
      const { id } = await again.addFolder('After')
      const delivered = await until(() =>
        hooks.received.find(({ path, body }) => path === '/0' && body.includes(id)),
      )
      expect(delivered.headers['x-service-signature']).toBe(signed(secrets[0] as string, delivered.body))
      expect(await restored.stop()).toBe(0)
    },
  )
})

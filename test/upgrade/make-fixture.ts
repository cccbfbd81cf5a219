/**
 * node test/upgrade/make-fixture.ts FILE: writes a small installation as this version of Bureau makes it, for the tests of
 * later ones (upgrade.test.ts). Run it in the checkout of a release.
 */
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { startEmbeddedPostgres } from '../../src/platform/postgres/embedded.ts'
import { command, startServer, type Server } from '../server.ts'

const webhook = { name: 'Orders', url: 'https://93.184.215.14/bureau', events: ['file.created'] }

async function fill(dataDir: string, { urls }: Server) {
  const bureau = <Printed>(...words: string[]) => command<Printed>(dataDir, ...words)
  const person = (email: string, first: string) =>
    bureau<{ id: number; workspace_id: number }>(
      'users',
      'create',
      '--email',
      email,
      '--first-name',
      first,
      '--last-name',
      'Lovelace',
    )
  const ada = await person('ada@example.com', 'Ada')
  const bob = await person('bob@example.com', 'Bob')
  const organization = await bureau<{ id: number }>(
    'workspaces',
    'create',
    '--name',
    'Engines',
    '--owner',
    `${ada.id}`,
  )
  await bureau(
    'members',
    'add',
    '--workspace',
    `${organization.id}`,
    '--user',
    `${bob.id}`,
    '--role',
    'member',
  )
  await bureau('plans', 'set', '--user', `${ada.id}`, '--sms-daily', '1000')
  await bureau('numbers', 'add', '--phone', '+12025550100', '--carrier', 'simulator', '--pool')
  const key = async (service: string, workspace: number, scopes: string) => {
    const owned = ['--user', `${ada.id}`, '--workspace', `${workspace}`, '--service', service]
    return (await bureau<{ key: string }>('keys', 'create', ...owned, '--scopes', scopes)).key
  }
  const filesKey = await key('files', organization.id, '*')
  const smsKey = await key('sms', ada.workspace_id, 'messages:send,messages:read')

  const small = await upload(urls, filesKey, 'small.txt', 'Weaves algebraical patterns.\n')
  const large = await upload(
    urls,
    filesKey,
    'large.txt',
    'The loom weaves flowers and leaves.\n'.repeat(2000),
  )
  const messages = []
  for (const body of ['One', 'Two']) messages.push(await send(urls, smsKey, body))
  await settle(urls, smsKey)
  await call(`${urls.files_origin_url}/api/v1/webhooks`, filesKey, webhook)
  return {
    people: [ada.id, bob.id],
    organization: organization.id,
    filesKey,
    smsKey,
    files: [small, large],
    messages,
  }
}

async function call<Answer>(url: string, key: string, body?: object | FormData): Promise<Answer> {
  const isForm = body instanceof FormData
  const answer = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body && !isForm && { 'content-type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

async function upload({ gateway_url: gateway }: Server['urls'], key: string, name: string, content: string) {
  const form = new FormData()
  form.set('file', new Blob([content]), name)
  const { data } = await call<{ data: { id: string } }>(`${gateway}/v1/files/files`, key, form)
  return { id: data.id, name, sha256: createHash('sha256').update(content).digest('hex') }
}

async function send({ sms_base_url: sms }: Server['urls'], key: string, body: string): Promise<number> {
  const wanted = { to: '+12025550123', body }
  const { messages } = await call<{ messages: { id: number }[] }>(`${sms}/api/v1/messages`, key, wanted)
  return messages[0]?.id ?? 0
}

/** Until no message is queued or on its way, for 20 seconds at most. */
async function settle({ sms_base_url: sms }: Server['urls'], key: string): Promise<void> {
  for (let tries = 0; tries < 10; tries++) {
    const { messages } = await call<{ messages: { status: string }[] }>(`${sms}/api/v1/messages`, key)
    if (messages.every(({ status }) => status === 'delivered')) return
    await delay(2000)
  }
  throw new Error('The messages were not delivered.')
}

/** Rows in the text format of COPY. graphile_worker is left out: a start makes it again. */
async function contentsOf(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows: tables } = await client.query<{ name: string; columns: string }>(`
    select format('%I.%I', table_schema, table_name) as name, string_agg(format('%I', column_name), ', ' order by ordinal_position) as columns
      from information_schema.columns join information_schema.tables using (table_schema, table_name)
     where table_schema in ('platform', 'identity', 'files', 'sms', 'webhooks') and table_type = 'BASE TABLE' and is_generated = 'NEVER'
     group by 1 order by 1`)
  const contents = []
  for (const { name, columns } of tables) {
    const rows = await text(client.query(copyTo(`copy ${name} (${columns}) to stdout`)))
    if (rows !== '') contents.push({ name, columns, rows })
  }
  const { rows: sequences } = await client.query<{ name: string; value: string }>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as value from pg_sequences
     where last_value is not null and schemaname <> 'graphile_worker' order by 1`)
  await client.end()
  return { tables: contents, sequences }
}

async function filesOf(dataDir: string): Promise<Record<string, string>> {
  const files: Record<string, string> = {}
  for (const entry of await readdir(join(dataDir, 'blobs'), { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile()) files[relative(dataDir, path)] = (await readFile(path)).toString('base64')
  }
  for (const name of ['version', 'secret.key'])
    files[name] = (await readFile(join(dataDir, name))).toString('base64')
  return files
}

async function main(output: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-fixture-'))
  try {
    const server = await startServer({ dataDir, isFirst: true })
    const made = await fill(dataDir, server)
    await server.stop()
    const silent = () => undefined
    const log = { debug: silent, info: silent, warn: silent, error: silent }
    const postgres = await startEmbeddedPostgres({ dataDir, log })
    const contents = await contentsOf(postgres.connectionString)
    await postgres.stop()
    const fixture = JSON.stringify({ made, ...contents, files: await filesOf(dataDir) })
    await writeFile(output, await promisify(gzip)(fixture, { level: 9 }))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

await main(process.argv[2] ?? 'installation.json.gz')

import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runningPostgres } from '../src/platform/postgres/embedded.ts'
import { command as run, startServer, type ServerUrls } from '../test/server.ts'
import {
  bearer,
  connections,
  inTurns,
  load,
  processorSeconds,
  rounds,
  secondsARound,
  type Sample,
  type Target,
} from './load.ts'
import { median, table } from './report.ts'

// Authenticated reads of one file object and of one message, beside a bare Fastify route that does one select by
// primary key through the same driver on the same database, and beside that select without HTTP. All in one run, in
// turns, so that a machine that changes its speed changes it for all.

export async function benchApi(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-bench-'))
  const server = await startServer({ dataDir })
  let bare: ChildProcess | undefined
  try {
    const world = await makeWorld(dataDir, server.urls)
    const connectionString = runningPostgres(dataDir)
    if (connectionString === undefined) throw new Error('the embedded database is not running')
    const peer = fork(join(import.meta.dirname, 'bare-server.ts'), [connectionString, world.fileId])
    bare = peer
    const [{ url }] = (await once(peer, 'message')) as [{ url: string }]
    const { files_origin_url: files, sms_base_url: sms } = server.urls
    const targets: readonly Target[] = [
      { name: 'bare route, one select', measure: () => load(peer, url) },
      {
        name: 'file object',
        measure: () => load(server.child, `${files}/api/v1/files/${world.fileId}`, bearer(world.filesKey)),
      },
      {
        name: 'message',
        measure: () => load(server.child, `${sms}/api/v1/messages/${world.messageId}`, bearer(world.smsKey)),
      },
      { name: 'select without HTTP', measure: () => selects(peer) },
    ]
    report(await inTurns(targets))
  } finally {
    bare?.kill()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeWorld(dataDir: string, urls: ServerUrls) {
  const command = (...words: readonly string[]) => run<Record<string, string | number>>(dataDir, ...words)
  const person = ['--email', 'bench@example.com', '--first-name', 'Ben', '--last-name', 'Ch']
  const user = await command('users', 'create', ...person)
  const owned = ['--user', `${user['id']}`, '--workspace', `${user['workspace_id']}`]
  const caps = ['--per-minute', '100000000', '--per-day', '1000000000']
  const files = await command('keys', 'create', '--service', 'files', ...owned, '--scopes', '*', ...caps)
  const smsScopes = ['--scopes', 'messages:send,messages:read', '--per-minute', '100000000']
  const sms = await command('keys', 'create', '--service', 'sms', ...owned, ...smsScopes)
  await command('numbers', 'add', '--phone', '+12025550100', '--carrier', 'simulator', '--pool')
  const [filesKey, smsKey] = [`${files['key']}`, `${sms['key']}`]

  const form = new FormData()
  form.set('file', new Blob(['one file']), 'bench.txt')
  const made = await fetch(`${urls.files_origin_url}/api/v1/files`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${filesKey}` },
  })
  const { data } = (await made.json()) as { data: { id: string } }
  const sent = await fetch(`${urls.sms_base_url}/api/v1/messages`, {
    method: 'POST',
    body: JSON.stringify({ to: '+12025550123', body: 'one message' }),
    headers: { authorization: `Bearer ${smsKey}`, 'content-type': 'application/json' },
  })
  const { messages } = (await sent.json()) as { messages: { id: number }[] }
  return { filesKey, smsKey, fileId: data.id, messageId: messages[0]?.id ?? 0 }
}

async function selects(bare: ChildProcess): Promise<Sample> {
  const before = await processorSeconds(bare)
  bare.send({ seconds: secondsARound, connections })
  const [sample] = (await once(bare, 'message')) as [Omit<Sample, 'processor'>]
  const seconds = (await processorSeconds(bare)) - before
  return { ...sample, processor: (seconds * 1e6) / (sample.perSecond * secondsARound) }
}

function report(samples: ReadonlyMap<string, readonly Sample[]>): void {
  const rate = (name: string) => median((samples.get(name) ?? []).map(({ perSecond }) => perSecond))
  const bare = rate('bare route, one select')
  const rows = [...samples].map(([name, each]) => [
    name,
    rate(name).toFixed(0),
    (rate(name) / bare).toFixed(2),
    median(each.map(({ p50 }) => p50)).toFixed(2),
    median(each.map(({ p99 }) => p99)).toFixed(2),
    median(each.map(({ processor }) => processor)).toFixed(0),
  ])
  console.log(`${connections} connections, ${rounds} rounds of ${secondsARound} s in turns, medians`)
  console.log(table(['what', 'requests/s', 'of bare', 'p50 ms', 'p99 ms', 'processor µs'], rows))
  console.log('goal: file object and message at least 0.70 of the bare route')
}

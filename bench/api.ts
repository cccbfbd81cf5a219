import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Request } from 'autocannon'
import { runningPostgres } from '../src/platform/postgres/embedded.ts'
import { startServer, type Server } from '../test/server.ts'
import { makeWorkspaces, readFileObject, readMessage, readsAndRename, type Workspace } from './api/world.ts'
import { inTurns, load, rounds, secondsARound, type Sample, type Target } from './load.ts'
import { median, table } from './report.ts'

// Authenticated calls with 1, 12, and 200 keys of as many workspaces, beside a bare Fastify route that does one select by
// primary key through the same driver on the same database. All in one run, in turns, so that a machine that changes its
// speed changes it for all.

const keyCounts = [1, 12, 200]
const connectionCounts = [32, 256]

const bareName = (connections: number) => `bare route, one select, ${connections} connections`

/** All rows, or those with a word in their name: `npm run bench -- api message`. */
export async function benchApi(words: readonly string[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-bench-'))
  const server = await startServer({ dataDir })
  let bare: ChildProcess | undefined
  try {
    const workspaces = await makeWorkspaces(dataDir, server.urls, Math.max(...keyCounts))
    const connectionString = runningPostgres(dataDir)
    if (connectionString === undefined) throw new Error('the embedded database is not running')
    const fileId = workspaces[0]?.fileId ?? ''
    const peer = fork(join(import.meta.dirname, 'bare-server.ts'), [connectionString, fileId])
    bare = peer
    const [{ url }] = (await once(peer, 'message')) as [{ url: string }]
    const bareTargets = connectionCounts.map((connections) => ({
      name: bareName(connections),
      measure: () => load(peer, url, { connections }),
    }))
    const targets = targetsOf(server, workspaces).filter(
      ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
    )
    report(await inTurns([...bareTargets, ...targets]))
  } finally {
    bare?.kill()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

function targetsOf({ urls, child }: Server, workspaces: readonly Workspace[]): readonly Target[] {
  const calls: readonly { name: string; url: string; requests: (workspace: Workspace) => Request[] }[] = [
    { name: 'file object', url: urls.files_origin_url, requests: readFileObject },
    { name: 'message', url: urls.sms_base_url, requests: readMessage },
    { name: 'nine reads, one rename', url: urls.files_origin_url, requests: readsAndRename },
  ]
  return calls.flatMap(({ name, url, requests }) =>
    connectionCounts.flatMap((connections) =>
      keyCounts.map((keys) => {
        const requestsOf = (connection: number) =>
          workspaces.slice(connection % keys, (connection % keys) + 1).flatMap(requests)
        return {
          name: `${name}, ${keys} keys, ${connections} connections`,
          measure: () => load(child, url, { connections, requestsOf }),
        }
      }),
    ),
  )
}

function report(samples: ReadonlyMap<string, readonly Sample[]>): void {
  const figure = (name: string, of: (sample: Sample) => number) => median((samples.get(name) ?? []).map(of))
  const rows = [...samples.keys()].map((name) => {
    const peer = bareName(connectionCounts.find((count) => name.endsWith(`, ${count} connections`)) ?? 0)
    const ratio = figure(name, ({ perSecond }) => perSecond) / figure(peer, ({ perSecond }) => perSecond)
    const p99 = figure(name, (sample) => sample.p99)
    const isMet = ratio >= 0.7 && p99 <= 3 * figure(peer, (sample) => sample.p99)
    return [
      name,
      figure(name, ({ perSecond }) => perSecond).toFixed(0),
      ratio.toFixed(2),
      figure(name, ({ p50 }) => p50).toFixed(1),
      p99.toFixed(1),
      figure(name, ({ processor }) => processor).toFixed(0),
      isMet ? 'met' : 'missed',
    ]
  })
  console.log(`${rounds} rounds of ${secondsARound} s in turns, medians`)
  console.log(table(['what', 'requests/s', 'of bare', 'p50 ms', 'p99 ms', 'processor µs', ''], rows))
  console.log('goal: at least 0.70 of the bare route, p99 within three times of it')
}

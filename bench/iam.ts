import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { runningPostgres } from '../src/platform/postgres/embedded.ts'
import { command as run, startServer, type Server } from '../test/server.ts'
import { startBetterAuth, type BetterAuth } from './iam/better-auth.ts'
import {
  bearer,
  connections,
  inTurns,
  load,
  rounds,
  secondsARound,
  type Sample,
  type Target,
} from './load.ts'
import { median, table } from './report.ts'

// The member list of an organization of 1,000, and what a key costs, beside better-auth with its plugins for organizations
// and keys, on the same PostgreSQL, in turns. Ours checks limits, addresses, scope, plan and membership with each key;
// better-auth counts its key's limit, as it does unless told otherwise.

const membersMax = 1000
const goal = 10

interface World {
  readonly key: string
  /** Of the SMS API, which has an operation that needs a valid key and does nothing else. */
  readonly smsKey: string
  readonly revoked: string
}

/** All rows, or those with a word in their name: `npm run bench -- iam members`, which takes a minute. */
export async function benchIam(words: readonly string[]): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-bench-'))
  const server = await startServer({ dataDir })
  let peer: BetterAuth | undefined
  try {
    const connectionString = runningPostgres(dataDir)
    if (connectionString === undefined) throw new Error('the embedded database is not running')
    const world = await makeWorld(dataDir, connectionString)
    peer = await startBetterAuth(connectionString, membersMax)
    await requireMembers(server, world, peer)
    const targets = targetsOf(server, world, peer)
    const chosen = targets.filter(
      ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
    )
    report(await inTurns(chosen))
  } finally {
    await peer?.stop()
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function makeWorld(dataDir: string, connectionString: string): Promise<World> {
  const command = (...words: readonly string[]) => run<Record<string, string | number>>(dataDir, ...words)
  const person = ['--email', 'bench@example.com', '--first-name', 'Ben', '--last-name', 'Ch']
  const userId = Number((await command('users', 'create', ...person))['id'])
  const named = ['--owner', `${userId}`, '--name', 'Bench']
  const { id } = await command('workspaces', 'create', ...named)
  await addMembers(connectionString, Number(id))
  const owned = ['--user', `${userId}`, '--workspace', `${id}`]
  const create = (service: string, scopes: string, ...more: readonly string[]) => {
    const caps = ['--per-minute', '100000000', ...more]
    return command('keys', 'create', '--service', service, ...owned, '--scopes', scopes, ...caps)
  }
  const { key } = await create('iam', 'iam:read', '--per-day', '1000000000')
  const { key: smsKey } = await create('sms', 'messages:read')
  const { key: revoked, id: revokedId } = await create('sms', 'messages:read')
  await command('keys', 'revoke', `${revokedId}`)
  return { key: `${key}`, smsKey: `${smsKey}`, revoked: `${revoked}` }
}

/** A thousand commands would take minutes. */
async function addMembers(connectionString: string, workspaceId: number): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(
    `with people as (
       insert into identity.user (email, first_name, last_name, created_at)
       select 'person-' || n || '@example.com', 'Person', n::text, now() from generate_series(2, $1::int) n
       returning id)
     insert into identity.member (workspace_id, user_id, role, joined_at) select $2, id, 'member', now() from people`,
    [membersMax, workspaceId],
  )
  await client.query('analyze identity.user, identity.member')
  await client.end()
}

const membersUrl = ({ urls }: Server) => `${urls.gateway_url}/v1/iam/members`

/** Both lists are whole, so that the same is measured. */
async function requireMembers(server: Server, { key }: World, peer: BetterAuth): Promise<void> {
  const ours = (await (await fetch(membersUrl(server), bearer(key))).json()) as { data: unknown[] }
  const theirs = (await (await fetch(peer.membersUrl, { headers: peer.session })).json()) as {
    members: unknown[]
  }
  if (ours.data.length !== membersMax || theirs.members.length !== membersMax)
    throw new Error(`The lists have ${ours.data.length} and ${theirs.members.length} members.`)
}

function targetsOf(server: Server, { key, smsKey, revoked }: World, peer: BetterAuth): readonly Target[] {
  const keyUrl = `${server.urls.sms_base_url}/api/v1/health`
  return [
    { name: 'members', measure: () => load(server.child, membersUrl(server), bearer(key)) },
    {
      name: 'members, better-auth',
      measure: () => load(peer.child, peer.membersUrl, { headers: peer.session }),
    },
    { name: 'valid key', measure: () => load(server.child, keyUrl, bearer(smsKey)) },
    { name: 'valid key, better-auth', measure: () => load(peer.child, peer.validUrl) },
    {
      name: 'revoked key',
      measure: () => load(server.child, keyUrl, { ...bearer(revoked), expected: '4xx' }),
    },
    {
      name: 'revoked key, better-auth',
      measure: () => load(peer.child, peer.revokedUrl, { expected: '4xx' }),
    },
  ]
}

function report(samples: ReadonlyMap<string, readonly Sample[]>): void {
  const rate = (name: string) => median((samples.get(name) ?? []).map(({ perSecond }) => perSecond))
  const rows = [...samples].map(([name, each]) => {
    const theirs = rate(`${name}, better-auth`)
    const times = rate(name) / theirs
    return [
      name,
      rate(name).toFixed(0),
      Number.isNaN(theirs) ? '' : times.toFixed(1),
      median(each.map(({ p50 }) => p50)).toFixed(2),
      median(each.map(({ p99 }) => p99)).toFixed(2),
      median(each.map(({ processor }) => processor)).toFixed(0),
      Number.isNaN(theirs) ? '' : times >= goal ? 'met' : 'MISSED',
    ]
  })
  console.log(`${connections} connections, ${rounds} rounds of ${secondsARound} s in turns, medians`)
  console.log(table(['what', 'requests/s', 'times', 'p50 ms', 'p99 ms', 'processor µs', ''], rows))
  console.log(`goal: at least ${goal} times the requests a second of better-auth`)
}

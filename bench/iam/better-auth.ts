import { execFile, fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { isThere } from '../peers/peer.ts'

/** What its server tells once it listens. */
interface Ready {
  readonly url: string
  readonly cookie: string
  readonly organizationId: string
  readonly key: string
  readonly revoked: string
}

export interface BetterAuth {
  readonly child: ChildProcess
  readonly membersUrl: string
  readonly validUrl: string
  readonly revokedUrl: string
  /** Of the owner, for the member list. */
  readonly session: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

/** The newest pair that fits together. */
const packages = ['better-auth@1.7.5', '@better-auth/api-key@1.7.5', 'pg@8.23.1']

/** Installed once, beside other things that can be fetched again; it is none of our dependencies. */
async function install(): Promise<string> {
  const cache = process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache')
  const folder = join(cache, 'bureau-bench', 'better-auth-1.7.5')
  if (isThere(join(folder, 'installed'))) return folder
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"private": true}')
  const options = ['--legacy-peer-deps', '--no-audit', '--no-fund', '--ignore-scripts']
  await promisify(execFile)('npm', ['install', ...options, ...packages], { cwd: folder })
  await writeFile(join(folder, 'installed'), '')
  return folder
}

/** better-auth on a separate database of this PostgreSQL, with an organization of that many members. */
export async function startBetterAuth(connectionString: string, members: number): Promise<BetterAuth> {
  const folder = await install()
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('create database better_auth')
  await client.end()
  const url = new URL(connectionString)
  url.pathname = '/better_auth'
  const child = fork(join(import.meta.dirname, 'better-auth-server.mjs'), [folder, url.href, `${members}`], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const ended = once(child, 'exit')
  const failed = ended.then(() => {
    throw new Error('better-auth does not start')
  })
  const [ready] = (await Promise.race([once(child, 'message'), failed])) as [Ready]
  failed.catch(() => undefined)
  const query = new URLSearchParams({ organizationId: ready.organizationId, limit: `${members}` })
  return {
    child,
    membersUrl: `${ready.url}/api/auth/organization/list-members?${query.toString()}`,
    validUrl: `${ready.url}/verify/${ready.key}`,
    revokedUrl: `${ready.url}/verify/${ready.revoked}`,
    session: { cookie: ready.cookie },
    stop: async () => {
      child.kill()
      await ended
    },
  }
}

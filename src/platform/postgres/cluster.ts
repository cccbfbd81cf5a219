import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { appendFileSync, chmodSync, chownSync, existsSync, lstatSync, mkdirSync, readFileSync } from 'node:fs'
import { realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '../operator-error.ts'
import { commandFor } from './account.ts'
import type { Account } from './account.ts'
import type { PostgresBinaries } from './binaries.ts'
import { spawnFailure, startFailure } from './explain.ts'
import type { Place } from './explain.ts'

/** A cluster of another major version can't be opened. */
const majorVersion = '18'

/** A new WAL segment is zeroed and flushed while every commit waits: decision 3. */
const walSegmentMiB = 4

/** Socket paths have at most 103 bytes on macOS and 107 on Linux, `/.s.PGSQL.5432` included. */
const socketPathBytesMax = 100

export const superuser = 'bureau'
export const databaseName = 'bureau'

export const clusterOf = (dataDir: string): string => join(dataDir, 'postgres')

/** Grants search permission only: the account can't list the directory or read our files. */
export function letPass(dataDir: string, account: Account): void {
  const { uid, mode } = statSync(dataDir)
  if (account.mode === 'switch' && uid === 0) chmodSync(dataDir, (mode & 0o777) | 0o011)
}

/** An interrupted creation leaves nothing that looks complete. */
export async function createCluster(
  binaries: PostgresBinaries,
  place: Place,
  durable: boolean,
): Promise<'created' | 'existing'> {
  const cluster = clusterOf(place.dataDir)
  if (existsSync(cluster)) {
    checkVersion(cluster, place)
    return 'existing'
  }
  const unfinished = `${cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { mode: 0o700 })
  give(unfinished, place.account)
  const args = ['-D', unfinished, '-U', superuser, '--auth=trust', '--encoding=UTF8', '--no-instructions']
  // The built-in locale sorts by code point on every system.
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8')
  args.push(`--wal-segsize=${walSegmentMiB}`)
  if (!durable) args.push('--no-sync')
  try {
    await runInitdb(binaries.initdb, args, place)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    throw error
  }
  renameSync(unfinished, cluster)
  return 'created'
}

function checkVersion(cluster: string, { dataDir }: Place): void {
  let version: string
  try {
    version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    throw new OperatorError(
      `${cluster} is not a readable PostgreSQL cluster. Restore ${dataDir} from a backup.`,
      {
        cause: error,
      },
    )
  }
  if (version === majorVersion) return
  throw new OperatorError(
    `The database in ${dataDir} was made by PostgreSQL ${version}, and this version of Bureau has ` +
      `PostgreSQL ${majorVersion}. Make a backup with the Bureau that wrote it, and restore that.`,
  )
}

async function runInitdb(program: string, args: readonly string[], place: Place): Promise<void> {
  const command = commandFor(place.account, program, args)
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: place.dataDir,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (bytes) => (output += String(bytes)))
  child.stderr.on('data', (bytes) => (output += String(bytes)))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(spawnFailure(error, program)))
    child.once('close', resolve)
  })
  if (status === 0) return
  appendIfPossible(place.logFile, output)
  throw startFailure(output, place)
}

function appendIfPossible(logFile: string, output: string): void {
  try {
    appendFileSync(logFile, output, { mode: 0o600 })
  } catch {
    // The disk may be full, as the error for the operator says.
  }
}

/** The closed cluster directory or, if that path is too long, a temporary directory that no other user may own. */
export function prepareSocketDirectory(dataDir: string, account: Account): string {
  const cluster = clusterOf(realpathSync(dataDir))
  const socketBytes = Buffer.byteLength(join(cluster, '.s.PGSQL.5432'))
  if (socketBytes <= socketPathBytesMax) return cluster
  const directory = join(
    tmpdir(),
    `bureau-${createHash('sha256').update(cluster).digest('hex').slice(0, 16)}`,
  )
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const stat = lstatSync(directory)
  const ownUid = process.getuid?.()
  if (!stat.isDirectory() || (stat.uid !== account.uid && stat.uid !== ownUid)) {
    throw new OperatorError(
      `${directory} belongs to another user. Remove it, or choose a shorter data directory.`,
    )
  }
  chmodSync(directory, 0o700)
  give(directory, account)
  return directory
}

/** With a server under `postgres` or `nobody`, only root may connect. The account can't change these files. */
export function closeToOthers(dataDir: string, { mode }: Account): Readonly<Record<string, string>> {
  if (mode === 'self') return {}
  const hbaFile = join(dataDir, 'postgres-hba.conf')
  const identFile = join(dataDir, 'postgres-ident.conf')
  writeReadable(hbaFile, `local all ${superuser} peer map=bureau\n`)
  writeReadable(identFile, `bureau ${JSON.stringify(userInfo().username)} ${superuser}\n`)
  return { hba_file: hbaFile, ident_file: identFile }
}

/** The server reads it under another account, whatever the umask is. */
function writeReadable(path: string, text: string): void {
  writeFileSync(path, text)
  chmodSync(path, 0o644)
}

function give(path: string, account: Account): void {
  if (account.mode !== 'self') chownSync(path, account.uid, account.gid)
}

export const socketAddress = (socketDirectory: string, database: string): string =>
  `postgresql://${superuser}@${encodeURIComponent(socketDirectory)}:5432/${database}?sslmode=disable`

import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { monotonicMs } from '../clock.ts'
import type { Log } from '../log/log.ts'
import { OperatorError } from '../operator-error.ts'
import { chooseAccount, commandFor } from './account.ts'
import { findPostgresBinaries } from './binaries.ts'
import type { PostgresBinaries } from './binaries.ts'
import {
  closeToOthers,
  clusterOf,
  createCluster,
  databaseName,
  letPass,
  prepareSocketDirectory,
  socketAddress,
} from './cluster.ts'
import { isPassing, spawnFailure, startFailure } from './explain.ts'
import type { Place } from './explain.ts'
import { readPostmaster, runningPostmaster, stopPreviousPostmaster } from './postmaster.ts'
import { serverEnvironment } from './environment.ts'
import { serverArguments } from './settings.ts'
import { supervise, type Running } from './supervise.ts'

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  readonly log: Log
  readonly env?: NodeJS.ProcessEnv
  readonly onFailure?: (error: Error) => void
  /** False in tests only. */
  readonly durable?: boolean
}

export interface EmbeddedPostgres {
  readonly connectionString: string
  readonly pid: () => number
  readonly stop: () => Promise<void>
}

const startMsMax = 120_000
const checkEveryMs = 10
const passingMsMax = 10_000
const logBytesMax = 10 * 1024 * 1024

/** Restarts it if it ends; it ends with this process, even after kill -9. Throws OperatorError. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  if (process.platform === 'win32') {
    throw new OperatorError(
      'The PostgreSQL that comes with Bureau does not run on Windows. Set DATABASE_URL.',
    )
  }
  const { log, env = {}, durable = true } = options
  const dataDir = resolve(options.dataDir)
  const binaries = findPostgresBinaries()
  const paths = [dirname(dataDir), binaries.directory]
  const account = chooseAccount(clusterOf(dataDir), binaries.postgres, paths, serverEnvironment(env))
  const place: Place = { dataDir, account, logFile: join(dataDir, 'postgres.log') }
  letPass(dataDir, account)
  await createCluster(binaries, place, durable)
  await stopPreviousPostmaster(clusterOf(dataDir), log)
  const socketDirectory = prepareSocketDirectory(dataDir, account)
  turnLog(place.logFile)
  const access = closeToOthers(dataDir, account)
  const args = serverArguments(clusterOf(dataDir), socketDirectory, access, durable)
  const launch = () => launchPatiently(binaries, args, place)
  const supervised = supervise(await launch(), launch, { ...options, dataDir })
  try {
    await ensureDatabase(socketDirectory)
  } catch (error) {
    await supervised.stop()
    throw error
  }
  return { ...supervised, connectionString: socketAddress(socketDirectory, databaseName) }
}

export function runningPostgres(dataDir: string): string | undefined {
  const postmaster = runningPostmaster(clusterOf(resolve(dataDir)))
  return postmaster?.ready ? socketAddress(postmaster.socketDirectory, databaseName) : undefined
}

function turnLog(logFile: string): void {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (size > logBytesMax) renameSync(logFile, `${logFile}.1`)
}

async function launchPatiently(binaries: PostgresBinaries, args: string[], place: Place): Promise<Running> {
  const startedMs = monotonicMs()
  for (;;) {
    const outcome = await launchOnce(binaries, args, place)
    if (typeof outcome !== 'string') return outcome
    if (!isPassing(outcome) || monotonicMs() - startedMs > passingMsMax) throw startFailure(outcome, place)
    await delay(100)
  }
}

async function launchOnce(
  binaries: PostgresBinaries,
  args: string[],
  place: Place,
): Promise<Running | string> {
  const command = commandFor(place.account, binaries.postgres, args)
  const logEnd = statSync(place.logFile, { throwIfNoEntry: false })?.size ?? 0
  const log = openSync(place.logFile, 'a', 0o600)
  const child = spawn(command.file, command.args, {
    ...command.options,
    cwd: place.dataDir,
    stdio: ['ignore', log, log],
    // Ctrl-C must not reach PostgreSQL, which pending requests still need.
    detached: true,
  })
  closeSync(log)
  const said = () => readFileSync(place.logFile).subarray(logEnd).toString('utf8')
  let end: 'running' | 'exited' | Error = 'running'
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done(void (end = 'exited')))
    child.once('error', (error) => done(void (end = spawnFailure(error, binaries.postgres))))
  })
  // Otherwise it would keep this process alive.
  child.unref()
  const release = child.pid === undefined ? () => {} : stopWithUs(child.pid)
  const startedMs = monotonicMs()
  for (;;) {
    const state = end as 'running' | 'exited' | Error
    if (state instanceof Error) throw state
    if (state === 'exited') {
      release()
      return said()
    }
    const postmaster = readPostmaster(clusterOf(place.dataDir))
    if (postmaster?.ready && postmaster.pid === child.pid)
      return { child, pid: postmaster.pid, ended, release, said }
    if (monotonicMs() - startedMs > startMsMax) {
      child.kill('SIGKILL')
      throw new OperatorError(
        `PostgreSQL was not ready within ${startMsMax / 1000} s. See ${place.logFile} for the cause.`,
      )
    }
    await delay(checkEveryMs)
  }
}

/** A shell at the end of our pipe stops the server when this process ends, even after kill -9. Returns the cancellation. */
function stopWithUs(pid: number): () => void {
  const guard = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$1"', 'sh', `${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  })
  guard.on('error', () => {})
  guard.stdin.on('error', () => {})
  guard.unref()
  // Node treats a pipe as a socket.
  ;(guard.stdin as Socket).unref()
  return () => guard.kill('SIGKILL')
}

async function ensureDatabase(socketDirectory: string): Promise<void> {
  const client = new pg.Client({ connectionString: socketAddress(socketDirectory, 'postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query(
      'select /* platform.postgres.ensureDatabase */ 1 from pg_database where datname = $1',
      [databaseName],
    )
    if (!rowCount)
      await client.query(`create /* platform.postgres.ensureDatabase.2 */ database ${databaseName}`)
  } finally {
    await client.end()
  }
}

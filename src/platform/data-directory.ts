import { chmodSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { monotonicMs } from './clock.ts'
import { makeDirectories, syncDirectory, writeDurably } from './durable-files.ts'
import { OperatorError } from './operator-error.ts'
import { hasCode } from './system-error.ts'
import { newerVersion, version } from './version.ts'

/** Increment when older versions can't read what this version writes outside the database. */
const dataFormat = 1

export interface DataDirectory {
  /** Absolute, without symbolic links. */
  readonly path: string
  /** Records that this version uses it. */
  readonly stamp: () => Promise<void>
  /** Makes the next server wait for this one. */
  readonly announceRelease: () => void
  readonly release: () => void
}

/** The command line then uses the other process's database. */
export class DataDirectoryTaken extends OperatorError {
  readonly holder: HolderKind

  constructor(path: string, { pid, kind }: Holder, cause: unknown) {
    super(`Another ${kind} (pid ${pid}) runs on ${path}. Stop it, or use another data directory.`, {
      cause,
    })
    this.holder = kind
  }
}

export type Purpose = 'server' | 'command' | 'restore'

const holderKinds = ['server', 'stopping server', 'command', 'restore'] as const
type HolderKind = (typeof holderKinds)[number]

const passingHolders: ReadonlySet<HolderKind> = new Set(['stopping server', 'command'])
const passingMsMax = 20_000
const passingPauseMs = 50

/** Throws DataDirectoryTaken, or OperatorError if it is unusable, not an installation, or of a newer version. */
export async function openDataDirectory(directory: string, purpose: Purpose): Promise<DataDirectory> {
  const wanted = resolve(directory)
  if (purpose === 'command' && !isInstallation(wanted)) {
    throw new OperatorError(
      `No installation in ${wanted}; start one with "bureau serve", or name its folder with --data or BUREAU_DATA.`,
    )
  }
  const path = findDirectory(wanted)
  if (purpose !== 'command') refuseOthers(path)
  const release = purpose === 'command' ? lock(path, purpose) : await lockAfterOthers(path, purpose)
  const stamp = () => stampVersion(path)
  try {
    // An older version is replaced later: a start that is refused changes nothing.
    if (readStamp(path) === undefined) await stamp()
  } catch (error) {
    release()
    throw error instanceof OperatorError ? error : unusable(path, error)
  }
  return { path, stamp, announceRelease: () => announceRelease(path), release }
}

const versionFile = (path: string): string => join(path, 'version')

const isInstallation = (path: string): boolean => existsSync(versionFile(path))

function findDirectory(directory: string): string {
  try {
    makeDirectories(directory)
    readdirSync(directory)
    return realpathSync(directory)
  } catch (error) {
    throw unusable(directory, error)
  }
}

/** Allowed before the first start: files of the file system, of an interrupted first start, or of the operator. */
const foreseen = /^(\..*|lost\+found|lock.*|version\.new|server\.pid|secret\.key|backups|.*\.log|.*\.pem)$/

function refuseOthers(path: string): void {
  if (isInstallation(path)) return
  const other = readdirSync(path).find((name) => !foreseen.test(name))
  if (other === undefined) return
  throw new OperatorError(
    `${path} is not an installation and holds other files, such as ${JSON.stringify(other)}; ` +
      'name an empty or a new folder with --data or BUREAU_DATA.',
  )
}

async function lockAfterOthers(path: string, purpose: Purpose): Promise<() => void> {
  const startedMs = monotonicMs()
  for (;;) {
    try {
      return lock(path, purpose)
    } catch (error) {
      const passing = error instanceof DataDirectoryTaken && passingHolders.has(error.holder)
      if (!passing || monotonicMs() - startedMs > passingMsMax) throw error
    }
    await delay(passingPauseMs)
  }
}

/** Prevents garbage collection, which would release the lock. */
const heldLocks = new Set<DatabaseSync>()

/** Node has no file locks, SQLite has. The kernel releases them at exit; so would opening and closing the file elsewhere. */
function lock(path: string, purpose: Purpose): () => void {
  let file: DatabaseSync
  try {
    file = new DatabaseSync(join(path, 'lock'), { timeout: 0 })
    // Users who can read it can lock it.
    chmodSync(join(path, 'lock'), 0o600)
  } catch (error) {
    throw unusable(path, error)
  }
  try {
    file.exec('begin exclusive')
  } catch (error) {
    file.close()
    const sqliteBusy = 5
    if (errorNumber(error) !== sqliteBusy) throw unusable(path, error)
    throw new DataDirectoryTaken(path, readHolder(path), error)
  }
  heldLocks.add(file)
  const release = () => {
    if (!heldLocks.delete(file)) return
    rmSync(holderFile(path), { force: true })
    file.close()
  }
  try {
    writeHolder(path, purpose)
  } catch (error) {
    release()
    throw unusable(path, error)
  }
  return release
}

function announceRelease(path: string): void {
  try {
    writeHolder(path, 'stopping server')
  } catch {
    // On a full disk the next server is refused until this one stops.
  }
}

interface Holder {
  readonly pid: string
  readonly kind: HolderKind
}

const holderFile = (path: string): string => join(path, 'server.pid')

const writeHolder = (path: string, kind: HolderKind): void =>
  writeFileSync(holderFile(path), `${process.pid} ${kind}\n`, { mode: 0o600 })

const errorNumber = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : undefined

/** Unknown right after locking: a command, which is retried. */
function readHolder(path: string): Holder {
  const [, pid = 'unknown', word] = /^(\d+) (.*)/.exec(readIfThere(holderFile(path)) ?? '') ?? []
  return { pid, kind: holderKinds.find((kind) => kind === word) ?? 'command' }
}

interface Stamp {
  readonly format: number
  readonly version: string
}

async function stampVersion(path: string): Promise<void> {
  const stamp = readStamp(path)
  if (stamp?.format === dataFormat && stamp.version === version) return
  const file = versionFile(path)
  const written: Stamp = { format: dataFormat, version }
  await writeDurably(`${file}.new`, `${JSON.stringify(written)}\n`, 'w')
  await rename(`${file}.new`, file)
  await syncDirectory(path)
}

/** Undefined before the first start. Throws OperatorError if it is damaged, or a newer version wrote the directory. */
function readStamp(path: string): Stamp | undefined {
  const file = versionFile(path)
  const text = readIfThere(file)
  if (text === undefined) return undefined
  const stamp = parseStamp(text)
  if (!stamp) throw new OperatorError(`${file} is damaged. Restore it from a backup.`)
  if (stamp.format > dataFormat) throw newerVersion(stamp.version)
  return stamp
}

function parseStamp(text: string): Stamp | undefined {
  try {
    const { format, version: writer } = JSON.parse(text) as Partial<Stamp>
    if (Number.isInteger(format) && typeof writer === 'string')
      return { format: Number(format), version: writer }
  } catch {
    // Not JSON.
  }
  return undefined
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function unusable(path: string, error: unknown): OperatorError {
  const reason = (() => {
    if (hasCode(error, 'EACCES', 'EPERM')) return 'this user may not write there'
    if (hasCode(error, 'EROFS')) return 'the file system is read-only'
    if (hasCode(error, 'ENOSPC', 'EDQUOT')) return 'the disk is full'
    if (hasCode(error, 'ENOENT')) return 'the system does not let it be created'
    if (hasCode(error, 'EEXIST', 'ENOTDIR')) return 'it is not a directory'
    return error instanceof Error ? error.message : String(error)
  })()
  return new OperatorError(`The data directory ${path} cannot be used: ${reason}.`, { cause: error })
}

import { chmodSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import packageJson from '../../package.json' with { type: 'json' }
import { syncDirectory, writeDurably } from './durable-files.ts'
import { OperatorError } from './operator-error.ts'

/** Raised when older versions of Bureau could no longer read what this one writes outside the database. */
const dataFormat = 1

/** The directory that holds the database, the blobs and the secrets of one installation, held by this process. */
export interface DataDirectory {
  /** Absolute, without symbolic links. */
  readonly path: string
  readonly release: () => void
}

/** Another process holds the directory. The command line then talks to that process's database. */
export class DataDirectoryTaken extends OperatorError {}

/**
 * Creates the directory if need be and takes its lock. Throws DataDirectoryTaken when another process runs on it, and
 * OperatorError when it cannot be used or was written by a newer version.
 */
export async function openDataDirectory(directory: string): Promise<DataDirectory> {
  const path = makeDirectory(resolve(directory))
  const release = lock(path)
  try {
    await stampVersion(path)
    writeFileSync(join(path, 'server.pid'), `${process.pid}\n`, { mode: 0o600 })
  } catch (error) {
    release()
    throw error instanceof OperatorError ? error : unusable(path, error)
  }
  return { path, release }
}

function makeDirectory(directory: string): string {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    return realpathSync(directory)
  } catch (error) {
    throw unusable(directory, error)
  }
}

/** A lock that nothing refers to would be collected, closed and so freed, while the server still runs. */
const heldLocks = new Set<DatabaseSync>()

/**
 * Node has no file locks, but its SQLite has: the kernel frees them whichever way the process ends, a number in a file
 * would outlive it. Do not open the file in any other way: closing it anywhere in the process frees the lock.
 */
function lock(path: string): () => void {
  let file: DatabaseSync
  try {
    file = new DatabaseSync(join(path, 'lock'), { timeout: 0 })
    // A user who can read it can lock it.
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
    throw new DataDirectoryTaken(
      `Another server (pid ${holder(path)}) runs on ${path}. Stop it, or use another data directory.`,
      { cause: error },
    )
  }
  heldLocks.add(file)
  return () => {
    if (!heldLocks.delete(file)) return
    rmSync(join(path, 'server.pid'), { force: true })
    file.close()
  }
}

const errorNumber = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'errcode' in error ? error.errcode : undefined

function holder(path: string): string {
  return readIfThere(join(path, 'server.pid'))?.trim() ?? 'unknown'
}

interface Stamp {
  readonly format: number
  readonly version: string
}

async function stampVersion(path: string): Promise<void> {
  const file = join(path, 'version')
  const text = readIfThere(file)
  const stamp = text === undefined ? undefined : readStamp(text, file)
  if (stamp && stamp.format > dataFormat) {
    throw new OperatorError(
      `${path} was written by Bureau ${stamp.version} (data format ${stamp.format}); ` +
        `this is Bureau ${packageJson.version}, which reads format ${dataFormat}. Start that version or a newer one.`,
    )
  }
  if (stamp?.format === dataFormat && stamp.version === packageJson.version) return
  const written: Stamp = { format: dataFormat, version: packageJson.version }
  await writeDurably(`${file}.new`, `${JSON.stringify(written)}\n`, 'w')
  await rename(`${file}.new`, file)
  await syncDirectory(path)
}

function readStamp(text: string, file: string): Stamp {
  try {
    const { format, version } = JSON.parse(text) as Partial<Stamp>
    if (Number.isInteger(format) && typeof version === 'string') return { format: Number(format), version }
  } catch {
    // Not JSON: said below.
  }
  throw new OperatorError(`${file} is damaged. Restore it from a backup.`)
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

const isCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

function unusable(path: string, error: unknown): OperatorError {
  const reason = (() => {
    if (isCode(error, 'EACCES') || isCode(error, 'EPERM')) return 'this user may not write there'
    if (isCode(error, 'EROFS')) return 'the file system is read-only'
    if (isCode(error, 'ENOSPC') || isCode(error, 'EDQUOT')) return 'the disk is full'
    if (isCode(error, 'EEXIST') || isCode(error, 'ENOTDIR')) return 'it is not a directory'
    return error instanceof Error ? error.message : String(error)
  })()
  return new OperatorError(`The data directory ${path} cannot be used: ${reason}.`, { cause: error })
}

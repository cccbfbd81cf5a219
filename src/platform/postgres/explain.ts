import { OperatorError } from '../operator-error.ts'
import type { Account } from './account.ts'

export interface Place {
  readonly dataDir: string
  readonly logFile: string
  readonly account: Account
}

export class DiskFull extends OperatorError {}

export const saysFull = (output: string): boolean =>
  /No space left on device|Check free disk space|disk quota exceeded/i.test(output)

export function startFailure(output: string, place: Place): OperatorError {
  const { dataDir, logFile, account } = place
  if (saysFull(output)) {
    return new DiskFull(`PostgreSQL cannot start: the disk of ${dataDir} is full. Free some space.`)
  }
  if (/Permission denied|Read-only file system|has wrong ownership/i.test(output)) {
    return new OperatorError(
      `PostgreSQL cannot start: it runs as user id ${account.uid} and may not use ${dataDir}. ` +
        `Check the owner and mode of the directory. PostgreSQL says: ${lastComplaint(output)}`,
    )
  }
  if (/Cannot allocate memory|could not create shared memory/i.test(output)) {
    return new OperatorError('PostgreSQL cannot start: there is not enough memory. Free some memory.')
  }
  if (/incompatible with (server|operating system)|has been initialized by PostgreSQL/i.test(output)) {
    return new OperatorError(
      `The database in ${dataDir} was made by another version or build of PostgreSQL. ` +
        'Restore it from a backup that this version of Bureau can read.',
    )
  }
  return new OperatorError(`PostgreSQL cannot start: ${lastComplaint(output)} (more in ${logFile})`)
}

function lastComplaint(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const reason =
    lines.findLast((line) => /FATAL|PANIC|error:/.test(line)) ?? lines.at(-1) ?? 'it said nothing'
  return reason.trim()
}

export function spawnFailure(error: NodeJS.ErrnoException, program: string): OperatorError {
  const reason = (() => {
    if (error.code === 'ENOEXEC') return 'it is made for another kind of machine'
    if (error.code === 'ENOENT') return 'the system lacks the GNU C library that it needs'
    if (error.code === 'EACCES') return 'the file may not be executed'
    if (error.code === 'EPERM') return 'this user may not start programs as another user'
    if (error.code === 'ENOMEM' || error.code === 'EAGAIN') return 'there is not enough memory'
    return error.message
  })()
  return new OperatorError(
    `PostgreSQL (${program}) cannot be started: ${reason}. Set DATABASE_URL to use another one.`,
    {
      cause: error,
    },
  )
}

/** Processes of a killed server may have to notice its end first. */
export const isPassing = (output: string): boolean =>
  /pre-existing shared memory block|lock file ".*" already exists/.test(output)

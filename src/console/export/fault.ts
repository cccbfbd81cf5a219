import { BlobStoreUnavailable } from '../../platform/blobs/store.ts'
import { DatabaseUnavailable } from '../../platform/database/health.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { hasCode } from '../../platform/system-error.ts'

const again = 'and run the command again. It starts over.'

/** Says in one sentence what stopped an export, or returns the reason of an interruption or the error itself. */
export function exportFault(error: unknown, directory: string, signal: AbortSignal): unknown {
  if (error instanceof OperatorError) return error
  if (signal.aborted) return signal.reason
  const said = (sentence: string) => new OperatorError(sentence, { cause: error })
  if (hasCode(error, 'ENOSPC', 'EDQUOT'))
    return said(`The disk of ${directory} is full. Free some space ${again}`)
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS'))
    return said(`The server may not write to ${directory}. Name a directory that its user may write to.`)
  if (hasCode(error, 'ENAMETOOLONG'))
    return said(`The path of ${directory} is too long. Name a directory with a shorter one.`)
  if (hasCode(error, 'EEXIST', 'ENOTDIR', 'ELOOP'))
    return said(`${directory} is not a directory. Name a directory that is new or empty.`)
  if (hasCode(error, 'ENOENT'))
    return said(
      `Somebody removed a part of ${directory} during the export. Run the command again; it starts over.`,
    )
  if (hasCode(error, 'EIO', 'EFBIG', 'ENODEV', 'ESTALE', 'EMFILE', 'ENFILE'))
    return said(`Writing to ${directory} failed (${codeOf(error)}). Check the disk ${again}`)
  if (error instanceof BlobStoreUnavailable)
    return said(`The blob store cannot be read: ${error.message} Check it ${again}`)
  if (error instanceof DatabaseUnavailable) return said(`${error.message} Check it ${again}`)
  return error
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

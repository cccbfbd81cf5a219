import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { Context } from '../api/context.ts'
import type { BlobsConfig } from '../platform/blobs/setup/open.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { openTarget } from './target/open.ts'
import { poolFolder, type Target } from './target/target.ts'

type Place = Pick<Context, 'clock' | 'log' | 'random' | 'settings'> & {
  /** Relative paths begin there. */
  readonly cwd: string
}

/** `dir`: a directory or `s3://…`; undefined: where nightly backups are. The caller closes the target. */
export async function targetAt(dir: string | undefined, context: Place): Promise<Target> {
  const { backups } = context.settings
  const location = dir === undefined ? backups.location : backups.locate(dir, context.cwd)
  if (!location) throw new OperatorError('BUREAU_BACKUPS is off, so name a directory for the backups.')
  requireApart(location, context.settings)
  return openTarget(location, context)
}

/**
 * The archive of a FILE argument: a path, `s3://bucket/path/NAME.backup?endpoint=…`, or the name of a nightly backup.
 * The caller closes the target.
 */
export async function archiveAt(file: string, context: Place): Promise<{ target: Target; name: string }> {
  const { backups } = context.settings
  if (file.startsWith('s3:')) {
    const { location, name } = splitUrl(file)
    return { target: await openTarget(backups.locate(location, context.cwd), context), name }
  }
  const path = resolve(context.cwd, file)
  const target = await openTarget({ kind: 'directory', directory: dirname(path) }, context)
  const name = basename(path)
  const isHere = (await target.list()).some((archive) => archive.name === name)
  if (isHere || file.includes(sep) || !backups.location) return { target, name }
  target.close()
  return { target: await openTarget(backups.location, context), name }
}

/** `s3://bucket/a/b.backup?region=x` is `b.backup` in `s3://bucket?region=x&prefix=a`. */
function splitUrl(text: string): { readonly location: string; readonly name: string } {
  const url = URL.parse(text)
  const name = url ? basename(url.pathname) : ''
  if (!url || name === '')
    throw new OperatorError(`${text} names no backup. Write it like s3://bucket/backups/NAME.backup.`)
  const folder = dirname(url.pathname).slice(1)
  const parameters = new URLSearchParams(url.search)
  if (folder !== '') parameters.set('prefix', folder)
  url.pathname = ''
  url.search = parameters.toString()
  return { location: url.href, name }
}

/** The pool is swept of what no archive names, so it must never be the store of the live blobs. */
function requireApart(location: BlobsConfig, { blobs, dataDir }: Context['settings']): void {
  if (isApart(location, blobs, dataDir)) return
  throw new OperatorError(
    'Backups need a place of their own: not the data directory itself, and not where the blobs are. Name another one.',
  )
}

function isApart(location: BlobsConfig, blobs: BlobsConfig, dataDir: string): boolean {
  if (location.kind === 's3') {
    if (blobs.kind !== 's3' || location.bucket !== blobs.bucket || location.endpoint !== blobs.endpoint)
      return true
    return `${location.prefix}${poolFolder}/` !== blobs.prefix
  }
  const directory = realPath(location.directory)
  if (directory === realPath(dataDir)) return false
  if (blobs.kind !== 'directory') return true
  const store = realPath(blobs.directory)
  return !`${directory}${sep}`.startsWith(`${store}${sep}`) && realPath(join(directory, poolFolder)) !== store
}

/** Of a path whose end may not exist yet. */
function realPath(path: string): string {
  const absolute = resolve(path)
  try {
    return realpathSync(absolute)
  } catch {
    const parent = dirname(absolute)
    return parent === absolute ? absolute : join(realPath(parent), basename(absolute))
  }
}

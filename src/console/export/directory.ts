import { constants } from 'node:fs'
import { chmod, lstat, open, opendir, realpath, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectories, syncDirectory, writeDurably } from '../../platform/durable-files.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { hasCode } from '../../platform/system-error.ts'

/** While it is there, the export is not whole. */
const marker = 'export.partial'

export interface ExportDirectory {
  /** Absolute, without symbolic links. */
  readonly path: string
  /** The export is whole now. */
  readonly finish: () => Promise<void>
  readonly release: () => void
}

/** Of this process; commands of two processes never work on one installation. */
const running = new Set<string>()

/**
 * Makes the directory, or takes an empty one or an interrupted export of the same workspace, whose files it removes.
 * Throws OperatorError.
 */
export async function openExportDirectory(
  given: string,
  workspaceId: number,
  names: readonly string[],
): Promise<ExportDirectory> {
  makeDirectories(given)
  const path = await realpath(given)
  if (!(await stat(path)).isDirectory())
    throw new OperatorError(`${path} is a file. Name a directory that is new or empty.`)
  if (running.has(path))
    throw new OperatorError(`An export into ${path} is running already. Name another directory.`)
  running.add(path)
  try {
    await take(path, workspaceId, names)
  } catch (error) {
    running.delete(path)
    throw error
  }
  return {
    path,
    finish: async () => {
      await syncDirectory(path)
      await rm(join(path, marker))
      await syncDirectory(path)
    },
    release: () => void running.delete(path),
  }
}

async function take(path: string, workspaceId: number, names: readonly string[]): Promise<void> {
  const begun = await readMarker(path)
  const known = new Set([marker, ...names])
  for await (const { name } of await opendir(path)) {
    if (begun === undefined)
      throw new OperatorError(`${path} is not empty. Name a directory that is new or empty.`)
    if (!known.has(name))
      throw new OperatorError(
        `${path} has an interrupted export and also "${name}". Name a directory that is new or empty.`,
      )
  }
  if (typeof begun === 'number' && begun !== workspaceId)
    throw new OperatorError(
      `${path} has an interrupted export of workspace ${begun}. Name a directory that is new or empty.`,
    )
  await chmod(path, 0o700)
  if (begun === 'unknown') await rm(join(path, marker))
  if (begun !== workspaceId) await writeDurably(join(path, marker), `${workspaceId}\n`, 'wx')
  // Removes links themselves, never what they point to.
  for (const name of names) await rm(join(path, name), { recursive: true, force: true })
  await syncDirectory(path)
}

/** The workspace of an interrupted export, `unknown` after a crash before the first line; undefined without an export. */
async function readMarker(path: string): Promise<number | 'unknown' | undefined> {
  const file = join(path, marker)
  try {
    if (!(await lstat(file)).isFile()) return undefined
    await using handle = await open(file, constants.O_RDONLY | constants.O_NOFOLLOW)
    const text = (await handle.readFile('utf8')).trim()
    return /^\d{1,16}$/.test(text) ? Number(text) : 'unknown'
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

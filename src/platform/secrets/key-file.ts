import { readFileSync, statSync } from 'node:fs'
import { link, readFile, rename, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncDirectory, writeDurably } from '../durable-files.ts'
import { OperatorError } from '../operator-error.ts'
import { type Random, systemRandom } from '../random.ts'
import { hasCode } from '../system-error.ts'
import { parseSecretKeys } from './vault.ts'

/** Concurrent first starts agree on the first key. */
async function makeKeyFile(file: string, random: Random): Promise<void> {
  const draft = `${file}.${random.base62(12)}.new`
  await writeDurably(draft, `${random.bytes(32).toString('base64')}\n`, 'wx')
  try {
    // Unlike a rename, a link never replaces an existing key.
    await link(draft, file)
    await syncDirectory(dirname(file))
  } catch (err) {
    if (!hasCode(err, 'EEXIST')) throw err
  } finally {
    await unlink(draft)
  }
}

/** Creates the file with one key if missing. Everything sealed is lost with it. Refuses a file that others can read. */
export async function readOrMakeKeyFile(
  file: string,
  random: Random = systemRandom,
): Promise<readonly Buffer[]> {
  const missing = await stat(file).then(
    () => false,
    (err: unknown) => hasCode(err, 'ENOENT'),
  )
  if (missing) await makeKeyFile(file, random)
  const [text, { mode }] = await Promise.all([readFile(file, 'utf8'), stat(file)])
  if ((mode & 0o077) !== 0)
    throw new OperatorError(`Other users can read the key file ${file}. Run: chmod 600 ${file}`)
  const keys = parseSecretKeys(text.trim())
  if (!keys)
    throw new OperatorError(
      `The key file ${file} does not contain 32-byte keys in base64. Restore it from a backup.`,
    )
  return keys
}

/**
 * Undefined if the file can't be used now. Synchronous, so that a process has the keys when it answers; the file is
 * small and in the page cache.
 */
export function readSecretKeys(file: string): readonly Buffer[] | undefined {
  try {
    return (statSync(file).mode & 0o077) === 0
      ? parseSecretKeys(readFileSync(file, 'utf8').trim())
      : undefined
  } catch {
    return undefined
  }
}

/** One rotation at a time writes, so the draft has one name, and the next one replaces what a crash left. */
export async function writeSecretKeys(file: string, keys: readonly Buffer[]): Promise<void> {
  const draft = `${file}.new`
  await writeDurably(draft, `${keys.map((key) => key.toString('base64')).join(',')}\n`, 'w')
  await rename(draft, file)
  await syncDirectory(dirname(file))
}

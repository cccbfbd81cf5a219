import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDataDirectory } from '../src/platform/data-directory.ts'

/** Names the installation that was kept. The environment also reaches the threads of the tests. */
const variable = 'TEST_INSTALLATION'

/** With owners, who need not be this process's. */
const copy = (from: string, to: string) => promisify(execFile)('cp', ['-a', from, to])

/** Makes an installation of a migrated cluster whose server has stopped, for `placeInstallation`. */
export async function keepInstallation(cluster: string, at: string): Promise<void> {
  const directory = await openDataDirectory(at, 'server')
  directory.release()
  await copy(cluster, at)
  process.env[variable] = at
}

/**
 * Puts the installation that was kept, if any, where a server is about to start for the first time: its database would
 * take most of that start.
 */
export async function placeInstallation(dataDir: string): Promise<void> {
  const kept = process.env[variable]
  if (kept !== undefined && !existsSync(join(dataDir, 'version'))) await copy(`${kept}/.`, dataDir)
}

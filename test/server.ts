import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { placeInstallation } from './installation.ts'
import { until } from './until.ts'

export const bureau = join(import.meta.dirname, '../bin/bureau')

export const anyPorts = {
  BUREAU_GATEWAY_PORT: '0',
  BUREAU_FILES_PORT: '0',
  BUREAU_SMS_PORT: '0',
  BUREAU_PHONES_PORT: '0',
  BUREAU_OPERATIONS_PORT: '0',
}

export interface ServerUrls {
  readonly gateway_url: string
  readonly files_origin_url: string
  readonly sms_base_url: string
  readonly phones_url: string
}

/** The program as an operator runs it, in its own process. */
export interface Server {
  readonly urls: ServerUrls
  readonly child: ChildProcess
  /** Kills the server and its child processes. */
  readonly kill: () => Promise<void>
  /** Ctrl-C; returns the exit code. */
  readonly stop: () => Promise<number | null>
}

export interface ServerOptions {
  readonly dataDir: string
  readonly env?: Readonly<Record<string, string>>
  readonly args?: readonly string[]
  /** How many files the server may have open. */
  readonly openFilesMax?: number
  /** Leaves it to the server to make its database. */
  readonly isFirst?: boolean
}

/** Starts `bureau serve --json` on any free ports; rejects with its last output when it does not come up. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { dataDir, env = {}, args = [], openFilesMax, isFirst = false } = options
  await mkdir(dataDir, { recursive: true })
  if (!isFirst && env['DATABASE_URL'] === undefined) await placeInstallation(dataDir)
  const log = join(dataDir, 'server.log')
  const descriptor = openSync(log, 'a')
  const words = [bureau, 'serve', '--json', '--data', dataDir, ...args]
  const limit = openFilesMax === undefined ? '' : `ulimit -n ${openFilesMax};`
  const child = spawn('sh', ['-c', `${limit} exec "$0" "$@"`, ...words], {
    env: { ...process.env, ...anyPorts, ...env },
    stdio: ['ignore', 'pipe', descriptor],
    // A separate process group, so that kill -9 reaches everything at once.
    detached: true,
  })
  closeSync(descriptor)
  const exited = once(child, 'exit') as Promise<[number | null]>
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })
  const first = await Promise.race([
    once(lines, 'line') as Promise<[string]>,
    exited.then(async ([code]) => {
      throw new Error(`serve ended with ${code}: ${(await readFile(log, 'utf8')).slice(-2000)}`)
    }),
  ])
  return {
    urls: JSON.parse(first[0]) as ServerUrls,
    child,
    kill: async () => {
      process.kill(-(child.pid ?? 0), 'SIGKILL')
      await exited
    },
    stop: async () => {
      child.kill('SIGINT')
      return (await exited)[0]
    },
  }
}

/** Whether a process works in this directory, as those of PostgreSQL do. Always false without Linux's `/proc`. */
async function isWorkedIn(directory: string): Promise<boolean> {
  const processes = await readdir('/proc').catch(() => [])
  const places = await Promise.all(processes.map((id) => readlink(`/proc/${id}/cwd`).catch(() => '')))
  return places.some((place) => place.startsWith(`${directory}/`))
}

/** Removes a data directory. The processes of its database outlive a killed server by a moment. */
export async function removeData(directory: string): Promise<void> {
  await until(async () => !(await isWorkedIn(directory)))
  await rm(directory, { recursive: true, force: true })
}

export interface CommandOutcome {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs `bureau` with these words. */
export async function run(
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandOutcome> {
  const child = spawn(bureau, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const gather = async (stream: NodeJS.ReadableStream) => {
    const chunks: Buffer[] = []
    for await (const chunk of stream) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString()
  }
  const ended = once(child, 'close') as Promise<[number | null]>
  const [stdout, stderr, [code]] = await Promise.all([gather(child.stdout), gather(child.stderr), ended])
  return { code, stdout, stderr }
}

/** The object that a command prints with `--json`; rejects when it fails. */
export async function command<Printed>(dataDir: string, ...words: readonly string[]): Promise<Printed> {
  const { code, stdout, stderr } = await run([...words, '--json', '--data', dataDir])
  if (code !== 0) throw new Error(`bureau ${words.join(' ')}: ${stderr || stdout}`)
  return JSON.parse(stdout) as Printed
}

import { resolve } from 'node:path'
import { callServer } from './cli/client.ts'
import { failed, type Outcome, printed } from './cli/outcome.ts'
import { openTerminal, withBoldHeadings } from './cli/terminal/terminal.ts'
import { dataDirOf, splitLine } from './cli/words.ts'
import { visible } from './platform/visible.ts'

/*
 * A command on a running server has to be quick: until it is known that none runs, only the client is loaded. Everything
 * else is imported where it is needed.
 */
const argv = process.argv.slice(2)

/** How long a server that has stopped waits for its output to be read. */
const lastWordsMsMax = 1000

/** Commands that never run in the server. */
const alone = [{ words: ['backup', 'restore'] }, { words: ['backup', 'verify'] }] as const

// `bureau numbers list | head` closes the pipe early, which is not an error.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const terminal = openTerminal(process.stderr, process.env)
const outcome = await run()
terminal.close()
if (outcome) {
  process.exitCode = outcome.exit
  process.stderr.write(visible(outcome.stderr))
  const stdout = visible(outcome.stdout)
  process.stdout.write(outcome.help && process.stdout.isTTY ? withBoldHeadings(stdout) : stdout)
}

async function run(): Promise<Outcome | undefined> {
  try {
    const { words, rest } = splitLine(argv, alone)
    if (words[0] === 'serve') return await serve(rest)
    if (words[0] === 'listen') return await listen(rest)
    if (words.length === 0 && rest.includes('--version')) return await showVersion()
    const dataDir = resolve(dataDirOf(argv, process.env))
    if (words.length === 2)
      return await runAlone(words[1] === 'restore' ? 'restore' : 'verify', rest, dataDir)
    return (await callServer(dataDir, argv, terminal)) ?? (await runHere(dataDir))
  } catch (error) {
    return unexpected(error)
  }
}

async function runHere(dataDir: string): Promise<Outcome> {
  const { runOffline } = await import('./program/offline.ts')
  return runOffline(argv, { dataDir, env: process.env, invocation: terminal })
}

async function runAlone(command: 'restore' | 'verify', rest: readonly string[], dataDir: string) {
  const { runRestore, runVerify } = await import('./program/restore/commands.ts')
  const run = command === 'restore' ? runRestore : runVerify
  return run(rest, { dataDir, env: process.env, invocation: terminal })
}

/** Runs until the server is stopped. */
async function serve(rest: readonly string[]): Promise<Outcome | undefined> {
  const { prepareServe } = await import('./cli/serve.ts')
  const asked = prepareServe(rest)
  if ('outcome' in asked) return asked.outcome
  const main = await import('./program/serve.ts')
  try {
    await main.serve({ dataDir: resolve(dataDirOf(argv, process.env)), ...asked, env: process.env })
  } finally {
    // What it has to say may stand in a full pipe that nobody reads. A command waits for its reader; a server that stops does not.
    setTimeout(() => process.exit(), lastWordsMsMax).unref()
  }
  return undefined
}

/** Runs until it is interrupted, or the server or the reader of its output is gone. */
async function listen(rest: readonly string[]): Promise<Outcome | undefined> {
  const { runListen } = await import('./cli/listen/listen.ts')
  const dataDir = resolve(dataDirOf(argv, process.env))
  const stopped = new AbortController()
  process.stdout.on('error', () => stopped.abort())
  const print = (line: string) => void process.stdout.write(`${visible(line)}\n`)
  return runListen(rest, { dataDir, print, signal: stopped.signal })
}

async function showVersion(): Promise<Outcome> {
  const { version } = await import('./platform/version.ts')
  return printed(`${version}\n`)
}

async function unexpected(error: unknown): Promise<Outcome> {
  const { OperatorError } = await import('./platform/operator-error.ts')
  if (error instanceof OperatorError) return failed(1, error.message)
  const { errorFields } = await import('./platform/log/error-fields.ts')
  const { message, stack } = errorFields(error)
  return failed(
    1,
    [`Bureau failed unexpectedly: ${message}`, ...(stack === undefined ? [] : [stack])].join('\n'),
  )
}

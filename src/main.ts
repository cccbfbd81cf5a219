import { resolve } from 'node:path'
import { callServer } from './cli/client.ts'
import { failed, type Outcome, printed } from './cli/outcome.ts'
import { dataDirOf, splitLine } from './cli/words.ts'

/*
 * A command on a running server has to be quick: until it is known that none runs, only the client is loaded. Everything
 * else is imported where it is needed.
 */
const argv = process.argv.slice(2)
// `bureau numbers list | head` closes the pipe early, which is not an error.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
const outcome = await run()
if (outcome) {
  process.exitCode = outcome.exit
  process.stderr.write(outcome.stderr)
  process.stdout.write(outcome.stdout)
}

async function run(): Promise<Outcome | undefined> {
  try {
    const { words, rest } = splitLine(argv, [])
    if (words[0] === 'serve') return await serve(rest)
    if (words.length === 0 && rest.includes('--version')) return await showVersion()
    const dataDir = resolve(dataDirOf(argv))
    return (await callServer(dataDir, argv)) ?? (await runHere(dataDir))
  } catch (error) {
    return unexpected(error)
  }
}

async function runHere(dataDir: string): Promise<Outcome> {
  const { runOffline } = await import('./program/offline.ts')
  return runOffline(argv, { dataDir, env: process.env })
}

/** Runs until the server is stopped. */
async function serve(rest: readonly string[]): Promise<Outcome | undefined> {
  const { prepareServe } = await import('./cli/serve.ts')
  const asked = prepareServe(rest)
  if ('outcome' in asked) return asked.outcome
  const main = await import('./program/serve.ts')
  await main.serve({ dataDir: resolve(dataDirOf(argv)), ...asked, env: process.env })
  return undefined
}

async function showVersion(): Promise<Outcome> {
  const { version } = await import('./program/version.ts')
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

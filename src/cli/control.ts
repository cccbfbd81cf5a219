import { createServer, type Socket } from 'node:net'
import { monotonicMs } from '../platform/clock.ts'
import { DeadlineExceeded, endsWithin, withDeadline } from '../platform/deadline.ts'
import type { Context } from '../api/context.ts'
import type { Log } from '../platform/log/log.ts'
import type { Installed } from '../console/doctor/check.ts'
import type { CommandContext } from './command.ts'
import { listenOnControlSocket } from './control-socket.ts'
import { perform, prepare } from './execute.ts'
import { failed, type Outcome } from './outcome.ts'
import { Semaphore } from '../platform/concurrency/semaphore.ts'

export interface ControlOptions {
  /** Its data directory is without symbolic links; the caller holds the lock. */
  readonly installed: Installed
  readonly context: Context
  readonly log: Log
}

export interface Control {
  /** Refuses new commands and waits a while for running ones. Call it before the lock is released. */
  readonly close: () => Promise<void>
}

const requestBytesMax = 1024 * 1024
const requestMsMax = 5_000
const wordsMax = 1_000
/** Less than the client waits. The command continues within the limits of the database. */
const commandMsMax = 50_000
const answerMsMax = 30_000
const closeMsMax = 5_000
const connectionsMax = 256
/** Leaves requests enough connections to the database while commands run in a loop. */
const commandsAtOnce = 4

/** Takes commands from `bureau` on the control socket of the data directory: one line of JSON in, one outcome out. */
export async function startControl(options: ControlOptions): Promise<Control> {
  const { installed, context, log } = options
  const commandContext: CommandContext = {
    ...context,
    ...installed,
    serverRuns: true,
    cwd: installed.dataDir,
    progress: () => undefined,
    signal: new AbortController().signal,
  }
  const commands = new Semaphore(commandsAtOnce)
  const sockets = new Set<Socket>()
  const running = new Set<Promise<void>>()

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    void readRequest(socket).then((request) => {
      if (request === undefined) return void socket.destroy()
      const served = serve(
        socket,
        request,
        (argv) => commands.run(() => runCommand(argv, commandContext)),
        log,
      )
      running.add(served)
      return served.finally(() => running.delete(served))
    })
  })
  server.maxConnections = connectionsMax
  const removeSocket = await listenOnControlSocket(server, installed.dataDir)
  server.on('error', (err) => log.error({ err }, 'The control socket failed.'))

  return {
    close: async () => {
      server.close()
      removeSocket()
      await endsWithin(closeMsMax, () => Promise.all(running))
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** Runs the command and answers. Never rejects. */
async function serve(
  socket: Socket,
  request: string,
  run: (argv: readonly string[]) => Promise<Outcome>,
  log: Log,
): Promise<void> {
  const argv = readWords(request)
  const outcome = argv
    ? await runInTime(() => run(argv), log)
    : failed(2, 'The command line is too long, or was not sent by bureau. Shorten it.')
  await answer(socket, outcome)
}

/** The first line; undefined if it is late, and empty if it is too long. */
function readRequest(socket: Socket): Promise<string | undefined> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let bytes = 0
    const timer = setTimeout(resolve, requestMsMax, undefined)
    const done = (text: string | undefined) => {
      clearTimeout(timer)
      socket.off('data', take)
      socket.resume()
      resolve(text)
    }
    function take(piece: Buffer): void {
      pieces.push(piece)
      bytes += piece.length
      if (bytes > requestBytesMax) done('')
      else if (piece.includes('\n')) done(Buffer.concat(pieces).toString('utf8'))
    }
    socket.on('data', take)
    socket.once('close', () => done(undefined))
    socket.once('end', () => done(undefined))
  })
}

function readWords(request: string): readonly string[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(request)
  } catch {
    return undefined
  }
  const argv: unknown =
    typeof value === 'object' && value !== null && 'argv' in value ? value.argv : undefined
  if (!Array.isArray(argv) || argv.length > wordsMax) return undefined
  return argv.every((word) => typeof word === 'string') ? argv : undefined
}

async function runCommand(argv: readonly string[], context: CommandContext): Promise<Outcome> {
  const readied = prepare(argv)
  if ('outcome' in readied) return readied.outcome
  const startedMs = monotonicMs()
  const outcome = await perform(readied.prepared, context)
  const command = readied.prepared.words.join(' ')
  const durationMs = Math.round(monotonicMs() - startedMs)
  const { quiet } = readied.prepared
  context.log[quiet ? 'debug' : 'info'](
    { command, exit: outcome.exit, duration_ms: durationMs },
    'A command ended.',
  )
  return outcome
}

async function runInTime(command: () => Promise<Outcome>, log: Log): Promise<Outcome> {
  try {
    return await withDeadline(commandMsMax, command)
  } catch (err) {
    if (err instanceof DeadlineExceeded)
      return failed(
        1,
        `The command is still running after ${commandMsMax / 1000} s and may yet take effect. Check before you run it again.`,
      )
    log.error({ err }, 'A command failed.')
    return failed(1, 'The command failed unexpectedly. See the log for the cause.')
  }
}

function answer(socket: Socket, outcome: Outcome): Promise<void> {
  if (socket.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(() => socket.destroy(), answerMsMax)
    socket.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
    socket.end(JSON.stringify(outcome))
  })
}

import { createServer, type Socket } from 'node:net'
import { monotonicMs } from '../platform/clock.ts'
import { DeadlineExceeded, endsWithin, withDeadline } from '../platform/deadline.ts'
import type { Context } from '../api/context.ts'
import type { Log } from '../platform/log/log.ts'
import type { Installed } from '../console/doctor/check.ts'
import type { CommandContext } from './command.ts'
import { type Caller, openCaller } from './control/caller.ts'
import { LongCommands } from './control/long-commands.ts'
import { readRequest, type Request } from './control/protocol.ts'
import { listenOnControlSocket } from './control-socket.ts'
import { perform, prepare as prepareCommand, type Readied } from './execute.ts'
import { Interrupted } from './interrupted.ts'
import { failed, type Outcome } from './outcome.ts'
import { Semaphore } from '../platform/concurrency/semaphore.ts'

export interface ControlOptions {
  /** Its data directory is without symbolic links; the caller holds the lock. */
  readonly installed: Installed
  readonly context: Context
  readonly log: Log
  /** Finds a command; by default among all of them. */
  readonly prepare?: (argv: readonly string[]) => Readied
}

export interface Control {
  /** Refuses new commands, interrupts long ones, and waits a while for running ones. Call it before the lock is released. */
  readonly close: () => Promise<void>
}

const requestBytesMax = 1024 * 1024
const requestMsMax = 5_000
/** Less than the client waits. The command continues within the limits of the database. */
const commandMsMax = 50_000
const closeMsMax = 5_000
/** For an interrupted long command to remove what it has not finished. */
const cleanUpMsMax = 30_000
const connectionsMax = 256
/** Leaves requests enough connections to the database while commands run in a loop. */
const commandsAtOnce = 4

/** Takes commands from `bureau` on the control socket of the data directory: one line of JSON in, lines out, the last one the outcome. */
export async function startControl(options: ControlOptions): Promise<Control> {
  const { installed, log } = options
  const runner = openRunner(options)
  const sockets = new Set<Socket>()
  const callers = new Set<Caller>()
  const running = new Set<Promise<void>>()

  /** Runs the command and answers. Never rejects. */
  async function serve(socket: Socket, text: string): Promise<void> {
    const request = readRequest(text)
    const caller = openCaller(socket, request?.lines === true)
    callers.add(caller)
    const outcome = request
      ? await runner.run(request, caller)
      : failed(2, 'The command line is too long, or was not sent by bureau. Shorten it.')
    callers.delete(caller)
    await caller.answer(outcome)
  }

  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    void receiveLine(socket).then((text) => {
      if (text === undefined) return void socket.destroy()
      const served = serve(socket, text)
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
      const msMax = runner.longRunning() > 0 ? cleanUpMsMax : closeMsMax
      for (const caller of callers) caller.interrupt()
      await endsWithin(msMax, () => Promise.all(running))
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The first line; undefined if it is late, and empty if it is too long. */
function receiveLine(socket: Socket): Promise<string | undefined> {
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

function openRunner({ installed, context, log, prepare = prepareCommand }: ControlOptions) {
  const short = new Semaphore(commandsAtOnce)
  const long = new LongCommands()

  async function run({ argv, cwd = installed.dataDir }: Request, caller: Caller): Promise<Outcome> {
    const readied = prepare(argv)
    if ('outcome' in readied) return readied.outcome
    const { prepared } = readied
    const name = prepared.words.join(' ')
    const { progress, signal } = caller
    const commandContext: CommandContext = {
      ...context,
      ...installed,
      serverRuns: true,
      cwd,
      progress,
      signal,
    }
    const performed = async () => {
      const startedMs = monotonicMs()
      const outcome = await perform(prepared, commandContext)
      const durationMs = Math.round(monotonicMs() - startedMs)
      const fields = { command: name, exit: outcome.exit, duration_ms: durationMs }
      context.log[prepared.quiet ? 'debug' : 'info'](fields, 'A command ended.')
      return outcome
    }
    if (!prepared.long)
      return Promise.race([inTime(() => short.run(performed, { signal })), interruptedBy(caller)])
    if (!caller.readsLines)
      return failed(
        1,
        `"${name}" needs the version of Bureau that the server runs, and this one is older. Run the newer one.`,
      )
    return long.run(name, performed)
  }

  return {
    longRunning: () => long.running,
    run: async (request: Request, caller: Caller): Promise<Outcome> => {
      try {
        return await run(request, caller)
      } catch (err) {
        if (err instanceof Interrupted) return failed(1, `${err.message} It had not begun.`)
        log.error({ err }, 'A command failed.')
        return failed(1, 'The command failed unexpectedly. See the log for the cause.')
      }
    },
  }
}

/** Short commands do not watch their signal, and the caller does not wait for them. */
const interruptedBy = ({ signal }: Caller): Promise<Outcome> =>
  new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      if (signal.reason instanceof Interrupted && signal.reason.by === 'caller')
        resolve(failed(130, 'Interrupted. The command may yet take effect. Check before you run it again.'))
    })
  })

async function inTime(command: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await withDeadline(commandMsMax, command)
  } catch (error) {
    if (!(error instanceof DeadlineExceeded)) throw error
    return failed(
      1,
      `The command is still running after ${commandMsMax / 1000} s and may yet take effect. Check before you run it again.`,
    )
  }
}

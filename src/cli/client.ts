import { createConnection } from 'node:net'
import type { Socket } from 'node:net'
import { StringDecoder } from 'node:string_decoder'
import { setTimeout as delay } from 'node:timers/promises'
import type { ReportProgress } from '../platform/progress.ts'
import { type FinalLine, readAnswerLine, type Request } from './control/protocol.ts'
import { findControlSocket } from './control-path.ts'
import { failed, type Outcome } from './outcome.ts'

const connectMsMax = 2_000
/** Since the last line: the server sends one every few seconds. */
const answerMsMax = 60_000
/** The server's accept queue may be full for a moment. */
const busyTries = 40
const busyPauseMs = 50

/** As opposed to a server that cannot be reached. */
const nothingListens = (code: unknown): boolean => code === 'ENOENT' || code === 'ECONNREFUSED'

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Where a command is run from. */
export interface Invocation {
  /** Relative paths of the command line begin there. */
  readonly cwd: string
  readonly progress: ReportProgress
  /** From then on, the first Ctrl-C aborts the signal, and a second one ends the process. */
  readonly takeInterrupts: () => AbortSignal
}

/** Undefined when no server listens there; only then may the command run in this process. */
export async function callServer(
  dataDir: string,
  argv: readonly string[],
  invocation?: Invocation,
): Promise<Outcome | undefined> {
  try {
    const path = findControlSocket(dataDir)
    if (path === undefined) return undefined
    const socket = await connect(path)
    return await ask(socket, argv, invocation)
  } catch (error) {
    if (nothingListens(codeOf(error))) return undefined
    if (codeOf(error) === 'EACCES' || codeOf(error) === 'EPERM')
      return failed(
        1,
        `The server on ${dataDir} runs as another user; run the command as that user or as root.`,
      )
    const reason = error instanceof Error ? error.message : String(error)
    return failed(1, `The server on ${dataDir} cannot be reached: ${reason}`)
  }
}

async function connect(path: string): Promise<Socket> {
  for (let tries = 1; ; tries++) {
    try {
      return await connectOnce(path)
    } catch (error) {
      if (codeOf(error) !== 'EAGAIN' || tries === busyTries) throw error
      await delay(busyPauseMs)
    }
  }
}

function connectOnce(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection(path)
    const timer = setTimeout(() => socket.destroy(new Error('it does not respond.')), connectMsMax)
    socket.once('error', reject)
    socket.once('close', () => clearTimeout(timer))
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.off('error', reject)
      resolve(socket)
    })
  })
}

function ask(socket: Socket, argv: readonly string[], invocation?: Invocation): Promise<Outcome> {
  return new Promise((resolve) => {
    const unknown = 'check whether the command took effect before you run it again.'
    let final: FinalLine | undefined
    const patience = openPatience(() => {
      resolve(failed(1, `The server has not responded for ${answerMsMax / 1000} s; ${unknown}`))
      socket.destroy()
    })
    const take = (text: string) => {
      const line = readAnswerLine(text)
      if (line === undefined) return
      if ('exit' in line) final = line
      else if ('progress' in line) invocation?.progress(line.progress)
    }
    const lines = openLines(take)
    socket.on('data', (piece: Buffer) => {
      patience.renew()
      lines.take(piece)
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      patience.end()
      lines.end()
      if (final) resolve(withVersionHint(final))
      else resolve(failed(1, `The server stopped before it answered; ${unknown}`))
    })
    const cwd = invocation?.cwd
    const request: Request = { argv, ...(cwd !== undefined && { cwd }), lines: true }
    // Ending this half of the connection interrupts the command.
    invocation?.takeInterrupts().addEventListener('abort', () => socket.end())
    socket.write(`${JSON.stringify(request)}\n`)
  })
}

function openPatience(giveUp: () => void) {
  let renewed = false
  const wait = (): NodeJS.Timeout =>
    setTimeout(() => {
      renewed = false
      // A process that was suspended (Ctrl-Z) reads what has arrived before it gives up.
      setImmediate(() => {
        if (renewed) return
        giveUp()
      })
    }, answerMsMax)
  let timer = wait()
  return {
    renew: () => {
      renewed = true
      clearTimeout(timer)
      timer = wait()
    },
    end: () => clearTimeout(timer),
  }
}

/** Calls `take` with each line, and at the end with the rest: an older server sends one line without a line break. */
function openLines(take: (line: string) => void) {
  const decoder = new StringDecoder('utf8')
  let pieces: string[] = []
  return {
    take: (piece: Buffer) => {
      const [head = '', ...others] = decoder.write(piece).split('\n')
      pieces.push(head)
      for (const other of others) {
        take(pieces.join(''))
        pieces = [other]
      }
    },
    end: () => {
      const rest = pieces.join('')
      if (rest !== '') take(rest)
    },
  }
}

/** Other versions have other commands and options. */
async function withVersionHint({ version, ...outcome }: FinalLine): Promise<Outcome> {
  if (outcome.exit !== 2) return outcome
  const { version: own } = await import('../platform/version.ts')
  if (version === own) return outcome
  const running = version === undefined ? 'an older version of Bureau' : `Bureau ${version}`
  const hint = `The server runs ${running}, and this is Bureau ${own}. Restart the server to run this version's commands.`
  return { ...outcome, stderr: `${outcome.stderr}bureau: ${hint}\n` }
}

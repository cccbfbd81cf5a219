import { createConnection } from 'node:net'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { findControlSocket } from './control-path.ts'
import { failed, isOutcome, type Outcome } from './outcome.ts'

const connectMsMax = 2_000
const answerMsMax = 60_000
/** The server's accept queue may be full for a moment. */
const busyTries = 40
const busyPauseMs = 50

/** As opposed to a server that cannot be reached. */
const nothingListens = (code: unknown): boolean => code === 'ENOENT' || code === 'ECONNREFUSED'

const codeOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined

/** Undefined when no server listens there; only then may the command run in this process. */
export async function callServer(dataDir: string, argv: readonly string[]): Promise<Outcome | undefined> {
  try {
    const path = findControlSocket(dataDir)
    if (path === undefined) return undefined
    const socket = await connect(path)
    return await ask(socket, argv)
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

function ask(socket: Socket, argv: readonly string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    const unknown = 'check whether the command took effect before you run it again.'
    const timer = setTimeout(() => {
      resolve(failed(1, `The server has not responded for ${answerMsMax / 1000} s; ${unknown}`))
      socket.destroy()
    }, answerMsMax)
    socket.on('data', (piece: Buffer) => pieces.push(piece))
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timer)
      resolve(readOutcome(pieces) ?? failed(1, `The server stopped before it answered; ${unknown}`))
    })
    socket.end(`${JSON.stringify({ argv })}\n`)
  })
}

function readOutcome(pieces: readonly Buffer[]): Outcome | undefined {
  try {
    const outcome: unknown = JSON.parse(Buffer.concat(pieces).toString('utf8'))
    return isOutcome(outcome) ? outcome : undefined
  } catch {
    return undefined
  }
}

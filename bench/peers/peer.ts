import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, closeSync, constants, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** A server over a folder that speaks WebDAV. */
export interface Peer {
  readonly name: string
  readonly url: string
  /** What it serves; files may be put there by hand. */
  readonly root: string
  readonly stop: () => Promise<void>
}

/** Undefined when the program is not installed. */
export type StartPeer = (directory: string) => Promise<Peer | undefined>

/** The path of a program. Servers are often only in root's PATH. */
export function findProgram(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find((path) => isThere(path, constants.X_OK))
}

export function isThere(path: string, mode: number = constants.R_OK): boolean {
  try {
    accessSync(path, mode)
    return true
  } catch {
    return false
  }
}

export interface PeerProcess {
  readonly name: string
  readonly program: string
  readonly args: readonly string[]
  readonly port: number
  readonly root: string
  readonly log: string
}

const startMsMax = 10_000

/** Starts it in the foreground and waits until it answers; throws its last words when it does not. */
export async function startProcess({ name, program, args, port, root, log }: PeerProcess): Promise<Peer> {
  const descriptor = openSync(log, 'a')
  const child = spawn(program, args, { stdio: ['ignore', descriptor, descriptor] })
  closeSync(descriptor)
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}`
  const startedMs = performance.now()
  while (!(await answers(url))) {
    if (child.exitCode !== null || performance.now() - startedMs > startMsMax) {
      child.kill()
      throw new Error(`${name} does not start: ${(await readFile(log, 'utf8')).slice(-1000)}`)
    }
    await delay(50)
  }
  return {
    name,
    url,
    root,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const answers = (url: string): Promise<boolean> =>
  fetch(url).then(
    async (response) => {
      await response.body?.cancel()
      return true
    },
    () => false,
  )

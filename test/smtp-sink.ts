import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { findOptional } from './programs.ts'
import { until } from './until.ts'

export const smtpSinkMissing = findOptional('smtp-sink') === undefined

/** The server with which Postfix tests clients. Its options make it misbehave. */
export async function startSmtpSink(...options: readonly string[]) {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-sink-'))
  const port = await freePort()
  const asUser = process.getuid?.() === 0 ? ['-u', 'root'] : []
  const args = [...asUser, ...options, '-d', `${directory}/mail.`, `127.0.0.1:${port}`, '100']
  const child = spawn(findOptional('smtp-sink') ?? 'smtp-sink', args, { stdio: 'ignore' })
  await until(() => listens(port))
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** What it got, also of mails that it did not acknowledge. */
    mails: async () => {
      const names = await readdir(directory)
      return Promise.all(names.map((name) => readFile(join(directory, name), 'utf8')))
    },
    /** The kernel accepts connections, and nothing answers. */
    freeze: () => child.kill('SIGSTOP'),
    stop: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

const listens = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

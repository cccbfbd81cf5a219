import { createHash } from 'node:crypto'
import { chmodSync, lstatSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import type { Server } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { OperatorError } from '../platform/operator-error.ts'
import { controlSocketOf, socketPathBytesMax } from './control-path.ts'

/**
 * For the server's own user only. The caller holds the lock of the directory, so an existing socket belongs to a
 * killed server. Call the returned function after the server was closed.
 */
export async function listenOnControlSocket(server: Server, dataDir: string): Promise<() => void> {
  const name = controlSocketOf(dataDir)
  const short = Buffer.byteLength(name) <= socketPathBytesMax
  const socket = short ? name : join(privateDirectory(dataDir), 'control.sock')
  // Under another name until other users cannot open it. The rename also replaces a killed server's socket.
  const unready = `${socket.slice(0, -'.sock'.length)}.new`
  rmSync(unready, { force: true })
  await listen(server, unready)
  chmodSync(unready, 0o600)
  renameSync(unready, socket)
  if (!short) linkTo(socket, name)
  return () => {
    rmSync(name, { force: true })
    if (!short) rmSync(dirname(socket), { recursive: true, force: true })
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Below the system's temporary directory. Another user must not own it. */
function privateDirectory(dataDir: string): string {
  const hash = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const directory = join(tmpdir(), `bureau-control-${hash}`)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const stat = lstatSync(directory)
  if (!stat.isDirectory() || stat.uid !== process.getuid?.()) {
    throw new OperatorError(
      `${directory} belongs to another user. Remove it, or choose a shorter data directory.`,
    )
  }
  chmodSync(directory, 0o700)
  return directory
}

function linkTo(socket: string, name: string): void {
  const unready = `${name}.new`
  rmSync(unready, { force: true })
  symlinkSync(socket, unready)
  renameSync(unready, name)
}

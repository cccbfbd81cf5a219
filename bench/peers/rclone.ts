import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '../../test/free-port.ts'
import { findProgram, startProcess, type StartPeer } from './peer.ts'

/** Debian: rclone. `rclone serve webdav` over a folder. */
export const startRclone: StartPeer = async (directory) => {
  const program = findProgram('rclone')
  if (program === undefined) return undefined
  const root = join(directory, 'data')
  await mkdir(root, { recursive: true })
  const port = await freePort()
  const address = ['--addr', `127.0.0.1:${port}`, '--config', '/dev/null']
  const args = ['serve', 'webdav', root, ...address]
  return startProcess({ name: 'rclone', program, args, port, root, log: join(directory, 'log') })
}

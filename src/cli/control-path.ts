import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The path of a socket has at most 103 bytes on macOS and 107 on Linux. */
export const socketPathBytesMax = 100

/** A symbolic link to a socket in a private directory if this path is too long for one. */
export const controlSocketOf = (dataDir: string): string => join(dataDir, 'control.sock')

/** Undefined if no server has made one. Throws if the socket is not trustworthy. */
export function findControlSocket(dataDir: string): string | undefined {
  try {
    const path = controlSocketOf(realpathSync(dataDir))
    if (!lstatSync(path).isSymbolicLink()) return path
    const target = readlinkSync(path)
    checkOwner(dirname(target), dirname(path))
    return target
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw error
  }
}

/** The link may have outlived its directory, and another user could have created one of that name to read commands. */
function checkOwner(directory: string, dataDir: string): void {
  const { uid } = lstatSync(directory)
  if (uid === process.getuid?.() || uid === statSync(dataDir).uid) return
  throw new Error(`${directory} belongs to another user.`)
}

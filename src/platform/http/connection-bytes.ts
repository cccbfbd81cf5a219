import type { Socket } from 'node:net'

export interface ConnectionBytes {
  readonly received: number
  readonly sent: number
}

const none: ConnectionBytes = { received: 0, sent: 0 }

/** What was on each connection when it was asked last. */
const countedUntil = new WeakMap<Socket, ConnectionBytes>()

/**
 * Bytes on a connection since this was asked last: at the end of an answer those of one request, heads included. A client that
 * sends the next request before that has its first bytes counted here; the sum is right.
 */
export function takeConnectionBytes(socket: Socket): ConnectionBytes {
  const before = countedUntil.get(socket) ?? none
  const now = { received: countOf(socket.bytesRead), sent: countOf(socket.bytesWritten) }
  countedUntil.set(socket, now)
  return { received: now.received - before.received, sent: now.sent - before.sent }
}

/** Undefined, whatever the types say, where a closed connection or a test has no count. */
const countOf = (bytes: number | undefined): number => bytes ?? 0

import type { Socket } from 'node:net'

export interface ConnectionBytes {
  readonly received: number
  readonly sent: number
}

const none: ConnectionBytes = { received: 0, sent: 0 }

const countedUntil = new WeakMap<Socket, ConnectionBytes>()

/** Bytes since the last call, heads included. A pipelined request may shift some bytes, but the sum is right. */
export function takeConnectionBytes(socket: Socket): ConnectionBytes {
  const before = countedUntil.get(socket) ?? none
  const now = { received: countOf(socket.bytesRead), sent: countOf(socket.bytesWritten) }
  countedUntil.set(socket, now)
  return { received: now.received - before.received, sent: now.sent - before.sent }
}

const countOf = (bytes: number | undefined): number => bytes ?? 0

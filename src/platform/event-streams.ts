import { Readable } from 'node:stream'

export interface EventStreams {
  /** Ends an older stream of the listener. Undefined when too many are open. */
  readonly open: (listener: string) => Readable | undefined
  readonly send: (listener: string, event: string, data?: Readonly<Record<string, unknown>>) => void
  readonly listeners: () => readonly string[]
  readonly end: (listener: string) => void
  readonly close: () => void
}

/** Below the idle time-out of proxies. */
const keepAliveMs = 15_000
const unreadBytesMax = 64 * 1024

export interface EventStreamsOptions {
  readonly openMax?: number
}

interface Open {
  readonly stream: Readable
  readonly keepAlive: NodeJS.Timeout
}

export function openEventStreams({ openMax = 5000 }: EventStreamsOptions = {}): EventStreams {
  const streams = new Map<string, Open>()
  let closed = false

  /** Pushing after the end would throw. */
  function push(stream: Readable, text: string): void {
    if (stream.destroyed) return
    stream.push(text)
    if (stream.readableLength > unreadBytesMax) stream.destroy()
  }

  function end(listener: string): void {
    const old = streams.get(listener)
    if (!old) return
    streams.delete(listener)
    clearInterval(old.keepAlive)
    if (!old.stream.destroyed) old.stream.push(null)
  }

  function open(listener: string): Readable | undefined {
    end(listener)
    if (streams.size >= openMax) return undefined
    const stream = new Readable({ read: () => undefined })
    const keepAlive = setInterval(() => push(stream, ':keepalive\n\n'), keepAliveMs).unref()
    stream.once('close', () => {
      clearInterval(keepAlive)
      if (streams.get(listener)?.stream === stream) streams.delete(listener)
    })
    push(stream, ':open\n\n')
    streams.set(listener, { stream, keepAlive })
    if (closed) end(listener)
    return stream
  }

  return {
    open,
    // Browsers drop events without data.
    send: (listener, event, data = {}) => {
      const to = streams.get(listener)
      if (to) push(to.stream, `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
    listeners: () => [...streams.keys()],
    end,
    close: () => {
      closed = true
      for (const listener of streams.keys()) end(listener)
    },
  }
}

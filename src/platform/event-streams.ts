import { Readable } from 'node:stream'

/** Open streams of server-sent events of this process, one a listener. */
export interface EventStreams {
  /**
   * Opens the stream of a listener; an older one of the same listener ends. Undefined when as many are open as may be.
   */
  readonly open: (listener: string) => Readable | undefined
  /** Tells a listener of this process; without an open stream nothing happens. */
  readonly send: (listener: string, event: string, data?: Readonly<Record<string, string>>) => void
  readonly listeners: () => readonly string[]
  readonly end: (listener: string) => void
  /** Ends all; streams that are opened afterwards end at once. */
  readonly close: () => void
}

/** Proxies close connections that are silent for longer. */
const keepAliveMs = 15_000
/** A listener that does not read gets no more, so that memory is bounded. */
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

  /** Only while the stream has not ended: what comes after its end would be thrown. */
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
    // The head of an answer goes out with its first byte.
    push(stream, ':open\n\n')
    streams.set(listener, { stream, keepAlive })
    if (closed) end(listener)
    return stream
  }

  return {
    open,
    // Readers of events drop those without data.
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

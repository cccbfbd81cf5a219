export interface StopSignal {
  readonly promise: Promise<NodeJS.Signals>
  readonly fail: (error: Error) => void
  /** From here on, SIGHUP does this instead of stopping the server. */
  readonly onHangup: (action: () => void) => void
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Resolves at the first signal; a second one ends the process at once. */
export function stopSignal(): StopSignal {
  const { promise, resolve, reject } = Promise.withResolvers<NodeJS.Signals>()
  let hangUp: (() => void) | undefined
  const receive = (received: NodeJS.Signals) => {
    if (received === 'SIGHUP' && hangUp) return hangUp()
    resolve(received)
    for (const signal of signals) process.removeListener(signal, receive)
  }
  for (const signal of signals) process.on(signal, receive)
  // A failure before it is awaited must not count as unhandled.
  promise.catch(() => undefined)
  return { promise, fail: reject, onHangup: (action) => (hangUp = action) }
}

/** How often the time since the last sign of life is compared. */
const lookMs = 5000

interface Life {
  /** When the other side was last heard. By the wall clock, which goes on while a machine sleeps and timers stand still. */
  readonly heardMs: () => number
  readonly silenceMsMax: number
  /** Shorter, for when people come back to the page. */
  readonly silenceMsMaxOnReturn: number
  readonly onDead: () => void
}

/** Notices that a connection is dead, soon after the machine slept or changed its network. Returns how to stop. */
export function watchLife({ heardMs, silenceMsMax, silenceMsMaxOnReturn, onDead }: Life): () => void {
  const look = (limitMs: number) => {
    if (Date.now() - heardMs() > limitMs) onDead()
  }
  const timer = setInterval(() => look(silenceMsMax), lookMs)
  const stop = onReturn((event) => {
    // Connections of the network before are dead, although their other end has not said so.
    if (event.type === 'online') onDead()
    else look(silenceMsMaxOnReturn)
  })
  return () => {
    clearInterval(timer)
    stop()
  }
}

const returns = ['focus', 'pageshow', 'online'] as const

/** When someone looks at the page again, or the machine has a network again. Returns how to stop. */
export function onReturn(returned: (event: Event) => void): () => void {
  const see = (event: Event) => {
    if (document.visibilityState === 'visible') returned(event)
  }
  document.addEventListener('visibilitychange', see)
  for (const name of returns) window.addEventListener(name, returned)
  return () => {
    document.removeEventListener('visibilitychange', see)
    for (const name of returns) window.removeEventListener(name, returned)
  }
}

/** Whether one tab can work for all: browsers have Web Locks on https and localhost only. */
export const tabsShare = (): boolean => 'locks' in navigator

/** Runs `work` in one tab at a time, or, where tabs cannot share, while this one is visible. Returns how to stop. */
export function lead(name: string, work: (signal: AbortSignal) => Promise<void>): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  if (tabsShare()) void leadByLock(name, work, signal)
  else leadWhileVisible(work, signal)
  return () => stopped.abort()
}

async function leadByLock(
  name: string,
  work: (signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  try {
    await navigator.locks.request(name, { signal }, () => work(signal))
  } catch (error) {
    // Stopped while another tab leads.
    if (!signal.aborted) throw error
  }
}

function leadWhileVisible(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): void {
  let hidden: AbortController | undefined
  const look = (): void => {
    const isVisible = document.visibilityState === 'visible'
    if (isVisible && !hidden) {
      hidden = new AbortController()
      void work(AbortSignal.any([signal, hidden.signal]))
    } else if (!isVisible) {
      hidden?.abort()
      hidden = undefined
    }
  }
  document.addEventListener('visibilitychange', look, { signal })
  look()
}

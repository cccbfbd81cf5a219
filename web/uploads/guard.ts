import { keepPage, whoIsLoggedIn } from '../api/call.ts'
import { queries } from '../api/queries.ts'
import { busy } from './presence.ts'
import { allUploads, currentUser, isAway, preparing, retry, version } from './queue.ts'
import { tasks } from './tasks.ts'
import { value } from './value.ts'

/** The session ended, and the page stays because of its uploads. */
export const loggedOut = value(false)

const open =
  '<path d="M6 3h12l3 7v10H3V10z" fill="none" stroke="#0b5d5b" stroke-width="2" stroke-linejoin="round"/>' +
  '<path d="M3 10h18M9 15h6" stroke="#0b5d5b" stroke-width="2" stroke-linecap="round"/>'
const openMark = `data:image/svg+xml,${encodeURIComponent(
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${open}</svg>`,
)}`

/** The icon of the tab shows the drawer open during uploads. */
function showInIcon(): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]')
  if (!icon) return
  icon.dataset['closed'] ??= icon.href
  icon.href = busy.get() ? openMark : icon.dataset['closed']
}

const ask = (event: BeforeUnloadEvent) => event.preventDefault()

const pollMs = 2000

let waiting: Promise<void> | undefined

async function waitForLogIn(): Promise<void> {
  const user = await userBefore
  loggedOut.set(true)
  for (let now = await whoIsLoggedIn(); now !== user; now = await whoIsLoggedIn()) {
    if (now !== undefined) {
      // Someone else: what this page shows is not theirs.
      removeEventListener('beforeunload', ask)
      location.reload()
    }
    await pause()
  }
  loggedOut.set(false)
  waiting = undefined
  void queries.invalidateQueries()
}

/** Until it is worth asking again: soon, or when the person comes back to this tab. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(done, pollMs)
    function done() {
      clearTimeout(timer)
      removeEventListener('focus', done)
      resolve()
    }
    addEventListener('focus', done)
  })

const look = (): void => {
  const sends = allUploads().some(({ phase, file }) => file && (phase === 'queued' || phase === 'paused'))
  const works = tasks.get().some(({ state }) => state === 'running')
  busy.set(sends || works || preparing.get() > 0)
}

let userBefore: Promise<number | undefined> = Promise.resolve(undefined)
let guarding = false

/** From the first upload of a page on. */
export function guard(): void {
  if (guarding) return
  guarding = true
  for (const { subscribe } of [version, preparing, tasks]) subscribe(look)
  busy.subscribe(() => {
    showInIcon()
    if (busy.get()) addEventListener('beforeunload', ask)
    else removeEventListener('beforeunload', ask)
  })
  keepPage(() => {
    if (!busy.get() && !waiting) return undefined
    return (waiting ??= waitForLogIn())
  })
  look()
  userBefore = currentUser().catch(() => undefined)
  addEventListener('online', retry)
  addEventListener('visibilitychange', () => {
    if (isAway() && document.visibilityState === 'visible') retry()
  })
}

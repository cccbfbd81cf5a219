import { tabsShare } from '../api/leader.ts'

/** Names this page load among the tabs of the browser. */
export const thisTab = Array.from(crypto.getRandomValues(new Uint32Array(4)), String).join('-')

const lockOf = (tab: string): string => `bureau-uploads-${tab}`
const answersMs = 300

type Message =
  | { readonly kind: 'who' }
  | { readonly kind: 'here'; readonly tab: string }
  | { readonly kind: 'stored'; readonly key: string; readonly modified: number }

let channel: BroadcastChannel | undefined
const heardFrom = new Set<string>()
/** What other tabs stored since this page was loaded. */
const stored = new Map<string, number>()

/** Tells the other tabs that this one is alive, for as long as it is. Call it before the first claim. */
export function joinTabs(): void {
  if (channel) return
  channel = new BroadcastChannel('bureau-uploads')
  post = channel.postMessage.bind(channel)
  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'who') post({ kind: 'here', tab: thisTab })
    else if (data.kind === 'here') heardFrom.add(data.tab)
    else stored.set(data.key, data.modified)
  })
  // Never settled: the browser releases it with the page.
  if (tabsShare()) void navigator.locks.request(lockOf(thisTab), () => new Promise(() => undefined))
}

let post: (message: Message) => void = () => undefined

/** Tells tabs that wait for the same upload. */
export const tellStored = (key: string, modified: number): void => post({ kind: 'stored', key, modified })

/** Whether another tab has stored the same file meanwhile. */
export const wasStored = (key: string, modified: number): boolean => stored.get(key) === modified

/** Tells whether a tab is open. On plain http, without Web Locks, it asks them. */
export async function findTabs(): Promise<(tab: string) => boolean> {
  joinTabs()
  if (tabsShare()) {
    const { held = [] } = await navigator.locks.query()
    const names = new Set(held.map(({ name }) => name))
    return (tab) => tab === thisTab || names.has(lockOf(tab))
  }
  heardFrom.clear()
  post({ kind: 'who' })
  await new Promise((resolve) => setTimeout(resolve, answersMs))
  const open = new Set([...heardFrom, thisTab])
  return (tab) => open.has(tab)
}

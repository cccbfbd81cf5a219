import type { BrowserContext } from 'playwright-core'

/** What went wrong in the pages of a browser. */
export interface Faults {
  /** Leaves out what a test provokes, such as the console's line about a refused call. */
  readonly allow: (pattern: RegExp) => void
  /** Returns and removes what was seen so far. */
  readonly take: () => readonly string[]
}

/**
 * Collects uncaught errors, errors in the console (which also has what the page's policy refuses), and requests that leave
 * the origin. `origin` is asked late, because servers start late.
 */
export function watchFaults(context: BrowserContext, origin: () => string): Faults {
  const seen: string[] = []
  const allowed: RegExp[] = []
  context.on('weberror', (error) => seen.push(`uncaught: ${error.error().message}`))
  context.on('console', (message) => {
    if (message.type() !== 'error') return
    const { url } = message.location()
    seen.push(`console: ${message.text()} (${url})`)
  })
  context.on('request', (request) => {
    const url = request.url()
    if (!/^(?:data|blob):/.test(url) && new URL(url).origin !== origin()) seen.push(`elsewhere: ${url}`)
  })
  return {
    allow: (pattern) => void allowed.push(pattern),
    take: () => seen.splice(0).filter((fault) => !allowed.some((pattern) => pattern.test(fault))),
  }
}

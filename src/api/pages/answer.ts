import type { Download } from '../../platform/http/download.ts'
import type { Page } from '../../platform/pages/page.ts'

interface Common {
  /** Values of `Set-Cookie` that go with the answer. */
  readonly cookies?: readonly string[]
}

interface Seen extends Common {
  /**
   * Runs before a visitor sees it, to record the visit: not for HEAD, not for what the browser has already, and for a
   * download only with its first byte.
   */
  readonly seen?: () => Promise<void>
}

/** The answer of a page. */
export type PageAnswer =
  | ({ readonly kind: 'page'; readonly page: Page } & Seen)
  | ({ readonly kind: 'download'; readonly file: Download } & Seen)
  | ({ readonly kind: 'redirect'; readonly path: string } & Common)

export const show = (page: Page, options: Seen = {}): PageAnswer => ({ kind: 'page', page, ...options })

export const send = (file: Download, options: Seen = {}): PageAnswer => ({
  kind: 'download',
  file,
  ...options,
})

/** Redirects the browser to another page of this origin, with new cookies if some are given. */
export const goTo = (path: `/${string}`, ...cookies: readonly string[]): PageAnswer => ({
  kind: 'redirect',
  path,
  cookies,
})

import type { Download } from '../../platform/http/download.ts'
import type { Page } from '../../platform/pages/page.ts'

interface Common {
  readonly cookies?: readonly string[]
}

interface Seen extends Common {
  /** Records the visit: not for HEAD, not for a 304, and for a download only with its first byte. */
  readonly seen?: () => Promise<void>
}

interface Sent extends Seen {
  /** Default: not at all, because the link or session may end. */
  readonly cachedSeconds?: number
}

export type PageAnswer =
  | ({ readonly kind: 'page'; readonly page: Page } & Seen)
  | ({ readonly kind: 'download'; readonly file: Download } & Sent)
  | ({ readonly kind: 'redirect'; readonly path: string } & Common)

export const show = (page: Page, options: Seen = {}): PageAnswer => ({ kind: 'page', page, ...options })

export const send = (file: Download, options: Sent = {}): PageAnswer => ({
  kind: 'download',
  file,
  ...options,
})

/** Redirects to another page of this origin. */
export const goTo = (path: `/${string}`, ...cookies: readonly string[]): PageAnswer => ({
  kind: 'redirect',
  path,
  cookies,
})

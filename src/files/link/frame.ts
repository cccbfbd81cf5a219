import { html, type Html } from '../../platform/pages/html.ts'
import { shownName } from '../item/rules.ts'
import { downloadIcon } from './icons.ts'
import { linkPath } from './rules.ts'

export type FolderView = 'list' | 'gallery'

/** What the pages of one link have in common. */
export interface Frame {
  readonly linkId: string
  readonly above: readonly { readonly id: string; readonly name: string }[]
  readonly expiresAt: Date | null
  /** What the visitor chose; links pass it on. */
  readonly chosenView: FolderView | undefined
  /** On the page of what is shared, not below. */
  readonly note?: { readonly sharer: string | undefined; readonly message: string | null }
  /** Page of the folder that lists the entry. */
  readonly pageAbove?: number
}

export const entryPath = (linkId: string, entryId: string): string =>
  entryId === linkId ? linkPath(linkId) : `${linkPath(linkId)}/e/${entryId}`

interface Place {
  readonly page?: number | undefined
  readonly view?: FolderView | undefined
}

export function entryHref(
  { linkId, chosenView }: Frame,
  entryId: string,
  { page = 1, view = chosenView }: Place = {},
): string {
  const query = new URLSearchParams({ ...(view && { view }), ...(page > 1 && { page: String(page) }) })
  return query.size === 0 ? entryPath(linkId, entryId) : `${entryPath(linkId, entryId)}?${query.toString()}`
}

const day = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
})
const minute = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})

export const shownDay = (at: Date): Html =>
  html`<time datetime="${at.toISOString()}">${day.format(at)}</time>`

const number = new Intl.NumberFormat('en-US')

/** `1,204 files`. */
export const many = (count: number, one: string): string =>
  `${number.format(count)} ${count === 1 ? one : `${one}s`}`

export const crumbs = (frame: Frame): Html => {
  const { above, pageAbove } = frame
  if (above.length === 0) return html``
  const links = above.map(({ id, name }, at) => {
    const place = at === above.length - 1 ? { page: pageAbove } : {}
    return html`<li>
      <a href="${entryHref(frame, id, place)}"><bdi>${shownName(name)}</bdi></a>
    </li>`
  })
  return html`<nav aria-label="Folders above">
    <ol class="crumbs">
      ${links}
    </ol>
  </nav>`
}

/** Who shared it, and until when. */
export const sharing = ({ expiresAt, note }: Frame): Html => html`
  ${
    note?.sharer !== undefined &&
    html`<p class="pencil">
      Shared by <b><bdi>${note.sharer}</bdi></b>
    </p>`
  }
  ${
    expiresAt !== null &&
    html`<p class="pencil small">
      This link works until
      <time datetime="${expiresAt.toISOString()}">${minute.format(expiresAt)} UTC</time>.
    </p>`
  }
`

/** Its lines are those of the message, so nothing may be put between the tags. */
export const message = ({ note }: Frame): Html =>
  note?.message
    ? html`<blockquote class="message" dir="auto" aria-label="Message">${note.message}</blockquote>`
    : html``

/** Looks like a button but is a link, because it downloads. */
export const downloadLink = (href: string, words: string): Html =>
  html`<a class="button" href="${href}">${downloadIcon}${words}</a>`

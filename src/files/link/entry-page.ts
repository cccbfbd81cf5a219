import type { Page } from '../../platform/pages/page.ts'
import { html, Html } from '../../platform/pages/html.ts'
import type { Item } from '../item/model.ts'
import { extensionOf, shownName } from '../item/rules.ts'
import { humanBytes } from '../usage/rules.ts'
import { downloadIcon, fileIcon, folderIcon } from './icons.ts'
import { textBytesMax, type PictureSize } from './preview.ts'
import { linkPath } from './rules.ts'
import { counted } from '../../platform/counted.ts'

const entryPath = (linkId: string, entryId: string): string =>
  entryId === linkId ? linkPath(linkId) : `${linkPath(linkId)}/e/${entryId}`

interface Frame {
  readonly linkId: string
  readonly above: readonly { readonly id: string; readonly name: string }[]
  readonly expiresAt: Date | null
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

const time = (at: Date, format: Intl.DateTimeFormat, zone = ''): Html =>
  html`<time datetime="${at.toISOString()}">${format.format(at)}${zone}</time>`

const crumbs = ({ linkId, above }: Frame): Html =>
  above.length === 0
    ? html``
    : html`<nav aria-label="Folders above">
        <ol class="crumbs">
          ${above.map(
            ({ id, name }) =>
              html`<li>
                <a href="${entryPath(linkId, id)}"><bdi>${shownName(name)}</bdi></a>
              </li>`,
          )}
        </ol>
      </nav>`

const expiry = ({ expiresAt }: Frame): Html =>
  expiresAt
    ? html`<p class="pencil small">This link works until ${time(expiresAt, minute, ' UTC')}.</p>`
    : html``

/** Looks like a button but is a link, because it downloads. */
const downloadLink = (href: string, words: string): Html =>
  html`<a class="button" href="${href}">${downloadIcon}${words}</a>`

export type Preview =
  | { readonly kind: 'picture'; readonly size: PictureSize | undefined }
  | { readonly kind: 'text'; readonly text: string }

/** With its size, the page does not shift when the picture arrives. */
const picture = (src: string, alt: string, size: PictureSize | undefined): Html =>
  size
    ? html`<img src="${src}" alt="${alt}" width="${size.width}" height="${size.height}" />`
    : html`<img src="${src}" alt="${alt}" />`

/** Browsers drop one line feed after `<pre>`; this extra one keeps the file's own. */
const lineFeed = new Html('\n')

const previewFigure = (path: string, item: Item, preview: Preview): Html => {
  if (preview.kind === 'picture') {
    const image = picture(`${path}/preview`, `Preview of ${shownName(item.name)}`, preview.size)
    return html`<figure class="preview">${image}</figure>`
  }
  const cut = item.size > textBytesMax
  return html`<figure class="preview">
    <pre tabindex="0" role="region" aria-label="Beginning of the file">${lineFeed}${preview.text}</pre>
    ${cut && html`<figcaption>This preview shows the first ${humanBytes(textBytesMax)}.</figcaption>`}
  </figure>`
}

const kindOf = (name: string): string => {
  const extension = extensionOf(name)
  return extension === '' ? 'File' : `${extension.toUpperCase()} file`
}

export function filePage(frame: Frame, item: Item, preview: Preview | undefined): Page {
  const path = entryPath(frame.linkId, item.id)
  return {
    title: shownName(item.name),
    main: html`${crumbs(frame)}
      <article class="sheet">
        <div class="head">
          <div>
            <h1><bdi>${shownName(item.name)}</bdi></h1>
            <p class="pencil">${kindOf(shownName(item.name))}, ${humanBytes(item.size)}</p>
            ${expiry(frame)}
          </div>
          ${downloadLink(`${path}/download`, 'Download')}
        </div>
        ${preview && previewFigure(path, item, preview)}
      </article>`,
  }
}

export interface Listing {
  readonly items: readonly Item[]
  readonly found: number
  readonly page: number
  readonly pages: number
  readonly itemsMax: number
}

function row(linkId: string, item: Item): Html {
  const path = entryPath(linkId, item.id)
  const folder = item.type === 'folder'
  return html`<tr>
    <th scope="row">
      <span class="entry"
        >${folder ? folderIcon : fileIcon}<a href="${path}"><bdi>${shownName(item.name)}</bdi></a></span
      >
    </th>
    <td class="number">${folder ? 'Folder' : humanBytes(item.size)}</td>
    <td class="when">${time(item.updated_at, day)}</td>
    <td><a href="${path}/download" aria-label="Download ${shownName(item.name)}">Download</a></td>
  </tr>`
}

function paging(path: string, { found, page, pages, itemsMax }: Listing): Html {
  if (pages <= 1) return html``
  return html`<nav class="pages" aria-label="Pages">
      ${page > 1 && html`<a href="${path}?page=${page - 1}" rel="prev">Previous</a>`}
      <span class="pencil">Page ${page} of ${pages}</span>
      ${page < pages && html`<a href="${path}?page=${page + 1}" rel="next">Next</a>`}
    </nav>
    ${found >= itemsMax && html`<p class="pencil small">This list ends after ${itemsMax} items. The download has all of them.</p>`}`
}

const itemCount = ({ found, itemsMax }: Listing): string => {
  if (found === 0) return 'Empty folder'
  return found >= itemsMax ? `Folder, ${itemsMax} items or more` : `Folder, ${counted(found, 'item')}`
}

export function folderPage(frame: Frame, folder: Item, listing: Listing): Page {
  const path = entryPath(frame.linkId, folder.id)
  return {
    title: shownName(folder.name),
    main: html`${crumbs(frame)}
      <section class="sheet">
        <div class="head">
          <div>
            <h1><bdi>${shownName(folder.name)}</bdi></h1>
            <p class="pencil">${itemCount(listing)}</p>
            ${expiry(frame)}
          </div>
          ${listing.found > 0 && downloadLink(`${path}/download`, 'Download all as zip')}
        </div>
        ${
          listing.items.length > 0 &&
          html`<table>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col" class="number">Size</th>
                <th scope="col">Changed</th>
                <th scope="col">Get</th>
              </tr>
            </thead>
            <tbody>
              ${listing.items.map((item) => row(frame.linkId, item))}
            </tbody>
          </table>`
        }
        ${paging(path, listing)}
      </section>`,
  }
}

import type { Page } from '../../platform/pages/page.ts'
import { html, type Html } from '../../platform/pages/html.ts'
import type { TreeSums } from '../archive/store.ts'
import type { Item } from '../item/model.ts'
import { extensionOf, shownName } from '../item/rules.ts'
import { archiveItemsMax, listedItemsMax } from '../limits.ts'
import { humanBytes } from '../usage/rules.ts'
import {
  crumbs,
  downloadLink,
  entryHref,
  entryPath,
  many,
  message,
  sharing,
  shownDay,
  type FolderView,
  type Frame,
} from './frame.ts'
import { fileIcon, folderIcon } from './icons.ts'
import { keys } from './keys-script.ts'

export interface Listing {
  readonly items: readonly Item[]
  readonly found: number
  readonly page: number
  readonly pages: number
  readonly view: FolderView
  readonly sums: TreeSums
}

/** The script moves between them and returns to them. */
const entryLink = (frame: Frame, item: Item, className: string, content: Html): Html =>
  html`<a class="${className}" id="e-${item.id}" data-entry href="${entryHref(frame, item.id)}"
    >${content}</a
  >`

function row(frame: Frame, item: Item): Html {
  const folder = item.type === 'folder'
  const name = html`<bdi>${shownName(item.name)}</bdi>`
  return html`<tr>
    <th scope="row">
      <span class="entry">${folder ? folderIcon : fileIcon}${entryLink(frame, item, 'name', name)}</span>
    </th>
    <td class="number">${folder ? 'Folder' : humanBytes(item.size)}</td>
    <td class="when">${shownDay(item.updated_at)}</td>
    <td>
      <a href="${entryPath(frame.linkId, item.id)}/download" aria-label="Download ${shownName(item.name)}"
        >Download</a
      >
    </td>
  </tr>`
}

const table = (frame: Frame, items: readonly Item[]): Html =>
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
      ${items.map((item) => row(frame, item))}
    </tbody>
  </table>`

const cover = ({ linkId }: Frame, { id, type, name, has_thumbnail }: Item): Html => {
  if (has_thumbnail)
    return html`<img
      src="${entryPath(linkId, id)}/thumbnail"
      alt=""
      width="240"
      height="240"
      loading="lazy"
      decoding="async"
    />`
  const extension = extensionOf(shownName(name)).toUpperCase()
  return type === 'folder'
    ? folderIcon
    : html`${fileIcon}${extension.length <= 5 && html`<b>${extension}</b>`}`
}

const tile = (frame: Frame, item: Item): Html =>
  html`<li>
    ${entryLink(
      frame,
      item,
      'tile',
      html`<span class="cover" aria-hidden="true">${cover(frame, item)}</span
        ><span class="name"><bdi>${shownName(item.name)}</bdi></span
        ><span class="pencil small">${item.type === 'folder' ? 'Folder' : humanBytes(item.size)}</span>`,
    )}
  </li>`

const gallery = (frame: Frame, items: readonly Item[]): Html =>
  html`<ul class="gallery">
    ${items.map((item) => tile(frame, item))}
  </ul>`

const viewLink = (frame: Frame, folder: Item, { page, view }: Listing, to: FolderView): Html =>
  html`<a
    href="${entryHref(frame, folder.id, { page, view: to })}"
    ${view === to && html`aria-current="true"`}
    >${to === 'list' ? 'List' : 'Gallery'}</a
  >`

const views = (frame: Frame, folder: Item, listing: Listing): Html =>
  html`<nav class="views" aria-label="View">
    ${viewLink(frame, folder, listing, 'list')}${viewLink(frame, folder, listing, 'gallery')}
  </nav>`

const endNote = ({ items }: TreeSums): string =>
  `This list ends after ${many(listedItemsMax, 'item')}.${items > archiveItemsMax ? '' : ' The download has all of them.'}`

const paging = (frame: Frame, folder: Item, { found, page, pages, sums }: Listing): Html => {
  if (pages <= 1) return html``
  const at = (to: number) => entryHref(frame, folder.id, { page: to })
  return html`<nav class="pages" aria-label="Pages">
      ${page > 1 && html`<a href="${at(page - 1)}" rel="prev">Previous</a>`}
      <span class="pencil">Page ${page} of ${pages}</span>
      ${page < pages && html`<a href="${at(page + 1)}" rel="next">Next</a>`}
    </nav>
    ${found >= listedItemsMax && html`<p class="pencil small">${endNote(sums)}</p>`}`
}

const itemCount = ({ found }: Listing): string => {
  if (found === 0) return 'Empty folder'
  return `Folder, ${many(found, 'item')}${found >= listedItemsMax ? ' or more' : ''}`
}

/** Shorter downloads need no explanation. */
const longBytes = 1024 ** 3

const inAll = ({ files, bytes }: TreeSums): string => `${humanBytes(bytes)} in ${many(files, 'file')}`

function archiveNote(sums: TreeSums): Html {
  if (sums.items > archiveItemsMax)
    return html`<p class="note">
      This folder has more than ${many(archiveItemsMax, 'item')}, too many for one download. Open it and
      download its folders one by one.
    </p>`
  if (sums.bytes < longBytes) return html``
  return html`<p class="note">
    The zip is made while it downloads: ${inAll(sums)}. Keep the browser open until it is done. If the
    download stops, resume it in the browser’s list of downloads.
  </p>`
}

const download = (path: string, sums: TreeSums): Html =>
  sums.items > archiveItemsMax
    ? html``
    : html`<div class="get">
        ${downloadLink(`${path}/download`, 'Download all as zip')}
        <p class="pencil small">${inAll(sums)}</p>
      </div>`

export function folderPage(frame: Frame, folder: Item, listing: Listing): Page {
  const { found, items, sums, view } = listing
  return {
    title: shownName(folder.name),
    script: keys,
    main: html`${crumbs(frame)}
      <section class="sheet">
        <div class="head">
          <div>
            <h1><bdi>${shownName(folder.name)}</bdi></h1>
            <p class="pencil">${itemCount(listing)}</p>
            ${sharing(frame)}
          </div>
          ${found > 0 && download(entryPath(frame.linkId, folder.id), sums)}
        </div>
        ${message(frame)} ${archiveNote(sums)}
        ${
          found > 0 &&
          html`${views(frame, folder, listing)}
          ${view === 'gallery' ? gallery(frame, items) : table(frame, items)}`
        }
        ${paging(frame, folder, listing)}
      </section>`,
  }
}

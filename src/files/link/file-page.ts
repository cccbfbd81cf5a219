import type { Page } from '../../platform/pages/page.ts'
import { html, Html } from '../../platform/pages/html.ts'
import type { Item } from '../item/model.ts'
import { extensionOf, shownName } from '../item/rules.ts'
import { humanBytes } from '../usage/rules.ts'
import { crumbs, downloadLink, entryHref, entryPath, message, sharing, type Frame } from './frame.ts'
import { keys } from './keys-script.ts'
import { textBytesMax, type PictureSize } from './preview.ts'

export type Preview =
  | { readonly kind: 'picture'; readonly size: PictureSize | undefined }
  | { readonly kind: 'video' | 'audio' | 'pdf' }
  | { readonly kind: 'text'; readonly text: string }

/** Files of the same folder. */
export interface Siblings {
  readonly before: string | undefined
  readonly after: string | undefined
  /** From 1. */
  readonly place: number
  readonly files: number
}

/** With its size, the page does not shift when the picture arrives. */
const picture = (src: string, alt: string, size: PictureSize | undefined): Html =>
  size
    ? html`<img src="${src}" alt="${alt}" width="${size.width}" height="${size.height}" />`
    : html`<img src="${src}" alt="${alt}" />`

/** Browsers drop one line feed after `<pre>`; this extra one keeps the file's own. */
const lineFeed = new Html('\n')

const beginning = (text: string): Html => {
  const whole = html`${lineFeed}${text}`
  return html`<pre tabindex="0" role="region" aria-label="Beginning of the file">${whole}</pre>`
}

const player = (kind: 'video' | 'audio', src: string, label: string): Html =>
  kind === 'video'
    ? html`<video controls preload="metadata" playsinline src="${src}" aria-label="${label}"></video>`
    : html`<audio controls preload="metadata" src="${src}" aria-label="${label}"></audio>`

function previewOf(path: string, item: Item, preview: Preview): Html {
  const src = `${path}/preview`
  const label = `Preview of ${shownName(item.name)}`
  if (preview.kind === 'picture') return picture(src, label, preview.size)
  if (preview.kind === 'text')
    return html`${beginning(preview.text)}
    ${item.size > textBytesMax && html`<figcaption>This preview shows the first ${humanBytes(textBytesMax)}.</figcaption>`}`
  if (preview.kind === 'pdf')
    return html`<object data="${src}" type="application/pdf" aria-label="${label}">
        <p class="pencil">Your browser does not show PDF files inside of pages.</p>
        <a class="button quiet" href="${src}">Open the PDF</a>
      </object>
      <figcaption><a href="${src}">Open the PDF by itself</a></figcaption>`
  return html`${player(preview.kind, src, label)}
    <figcaption>If it does not play here, download it.</figcaption>`
}

const kindOf = (name: string): string => {
  const extension = extensionOf(name)
  return extension === '' ? 'File' : `${extension.toUpperCase()} file`
}

const siblingLinks = (frame: Frame, { before, after, place, files }: Siblings): Html =>
  html`<nav class="pages siblings" aria-label="Files in this folder">
    ${before !== undefined && html`<a class="button quiet" href="${entryHref(frame, before)}" rel="prev">Previous</a>`}
    <span class="pencil">${place} of ${files}</span>
    ${after !== undefined && html`<a class="button quiet" href="${entryHref(frame, after)}" rel="next">Next</a>`}
  </nav>`

const embeds = { video: 'media', audio: 'media', pdf: 'object' } as const

const embedsOf = (preview: Preview | undefined): Pick<Page, 'embeds'> =>
  preview && preview.kind in embeds ? { embeds: embeds[preview.kind as keyof typeof embeds] } : {}

export function filePage(
  frame: Frame,
  item: Item,
  { preview, siblings }: { readonly preview: Preview | undefined; readonly siblings: Siblings | undefined },
): Page {
  const path = entryPath(frame.linkId, item.id)
  return {
    title: shownName(item.name),
    ...embedsOf(preview),
    ...(frame.above.length > 0 && { script: keys }),
    main: html`${crumbs(frame)}
      <article class="sheet">
        <div class="head">
          <div>
            <h1><bdi>${shownName(item.name)}</bdi></h1>
            <p class="pencil">${kindOf(shownName(item.name))}, ${humanBytes(item.size)}</p>
            ${sharing(frame)}
          </div>
          ${downloadLink(`${path}/download`, 'Download')}
        </div>
        ${message(frame)} ${siblings && siblings.files > 1 && siblingLinks(frame, siblings)}
        ${preview && html`<figure class="preview">${previewOf(path, item, preview)}</figure>`}
      </article>`,
  }
}

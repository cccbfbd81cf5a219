import { filesWords } from '../../words/words.ts'
import { previewOf } from '../../../src/files/item/preview-kind.ts'
import type { Item } from '../item/item.ts'
import { ImageView } from './image-view.tsx'
import { MediaView } from './media-view.tsx'
import { PlainView } from './plain-view.tsx'
import { TextView } from './text-view.tsx'
import { previewUrl } from './urls.ts'
import styles from './preview.module.css'

const words = filesWords.preview

interface ItemViewProps {
  readonly workspace: number
  readonly item: Item
}

/** What can be seen of a file. */
export function ItemView({ workspace, item }: ItemViewProps) {
  if (item.type === 'folder') return <PlainView item={item} reason={words.folder} />
  const kind = previewOf(item).kind
  const src = previewUrl(workspace, item.id)
  if (kind === 'none') return <PlainView item={item} reason={words.none} />
  if (kind === 'text') return <TextView workspace={workspace} item={item} />
  if (item.size === 0) return <PlainView item={item} reason={words.empty} />
  if (kind === 'image') return <ImageView item={item} src={src} />
  if (kind === 'pdf') return <PdfView item={item} src={src} />
  return <MediaView kind={kind} item={item} src={src} />
}

/** Not in a sandbox, in which Chromium shows no PDF. The policy of the answer holds in it. */
const Frame = 'iframe'

function PdfView({ item, src }: { readonly item: Item; readonly src: string }) {
  if (!navigator.pdfViewerEnabled) return <PlainView item={item} reason={words.noPdf} href={src} />
  return <Frame src={src} title={words.content(item.name)} className={styles.pdf} />
}

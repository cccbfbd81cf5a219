import { useEffect, useEffectEvent, useRef, type ReactNode, type RefObject } from 'react'
import { previewOf } from '../../../src/files/item/preview-kind.ts'
import { Button } from '../../ui/action/button.tsx'
import { filesWords } from '../../words/words.ts'
import { download } from '../item/archive.ts'
import type { Item } from '../item/item.ts'
import { ItemView } from './item-view.tsx'
import { hasOwnKeys } from './own-keys.ts'
import { previewUrl } from './urls.ts'
import styles from './preview.module.css'

const words = filesWords.preview

interface PreviewProps {
  readonly workspace: number
  readonly item: Item
  /** Without folders. */
  readonly files: readonly Item[]
  readonly stage: RefObject<HTMLDivElement | null>
  readonly onShow: (file: string) => void
}

/** A file, and the way to the ones beside it. */
export function Preview({ workspace, item, files, stage, onShow }: PreviewProps) {
  const index = files.findIndex(({ id }) => id === item.id)
  const [previous, next] = index < 0 ? [] : [files[index - 1], files[index + 1]]
  const bar = useRef<HTMLDivElement>(null)
  useArrowKeys(previous, next, onShow)
  usePreloaded(workspace, [next, previous])
  return (
    <>
      <Stage key={item.id} stage={stage} bar={bar}>
        <ItemView workspace={workspace} item={item} />
      </Stage>
      <div ref={bar} className={styles.bar}>
        <div className={styles.way}>
          <Way
            to={previous}
            label={words.previous}
            end={index < 0 ? words.isOnly : words.isFirst}
            onShow={onShow}
          />
          {index >= 0 && (
            <output className={styles.position}>{words.position(index + 1, files.length)}</output>
          )}
          <Way to={next} label={words.next} end={index < 0 ? words.isOnly : words.isLast} onShow={onShow} />
        </div>
        <Button kind="filled" icon="download" onClick={() => download(String(workspace), [item])}>
          {words.download}
        </Button>
      </div>
    </>
  )
}

interface StageProps {
  readonly stage: RefObject<HTMLDivElement | null>
  readonly bar: RefObject<HTMLDivElement | null>
  readonly children: ReactNode
}

/** Takes the focus from the file before this one, but not from the buttons. */
function Stage({ stage, bar, children }: StageProps) {
  useEffect(() => {
    if (!bar.current?.contains(document.activeElement)) stage.current?.focus()
  }, [stage, bar])
  return (
    <div ref={stage} tabIndex={-1} className={styles.stage}>
      {children}
    </div>
  )
}

interface WayProps {
  readonly to: Item | undefined
  readonly label: string
  /** Why there is no way on. */
  readonly end: string
  readonly onShow: (file: string) => void
}

function Way({ to, label, end, onShow }: WayProps) {
  return (
    <Button
      icon={label === words.previous ? 'chevronLeft' : 'chevronRight'}
      disabledReason={to ? undefined : end}
      onClick={() => to && onShow(to.id)}
    >
      {label}
    </Button>
  )
}

function useArrowKeys(
  previous: Item | undefined,
  next: Item | undefined,
  onShow: (file: string) => void,
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event
    if (ctrlKey || metaKey || altKey || shiftKey || hasOwnKeys(target)) return
    const to = key === 'ArrowLeft' ? previous : key === 'ArrowRight' ? next : undefined
    if (to) onShow(to.id)
  })
  useEffect(() => {
    // On the way down, because dialogs let no arrow key bubble.
    document.addEventListener('keydown', press, true)
    return () => document.removeEventListener('keydown', press, true)
  }, [])
}

/** Larger pictures wait until they are shown. */
const preloadedBytesMax = 8 * 1024 * 1024

function usePreloaded(workspace: number, neighbors: readonly (Item | undefined)[]): void {
  const urls = neighbors
    .filter((item) => item !== undefined)
    .filter((item) => previewOf(item).kind === 'image' && item.size > 0 && item.size <= preloadedBytesMax)
    .map(({ id }) => previewUrl(workspace, id))
    .join(' ')
  useEffect(() => {
    for (const url of urls.split(' ')) if (url !== '') new Image().src = url
  }, [urls])
}

import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type MouseEvent } from 'react'
import { filesWords } from '../../words/words.ts'
import type { Item } from '../item/item.ts'
import { ownsKeys } from './own-keys.ts'
import { PlainView } from './plain-view.tsx'
import styles from './preview.module.css'

const words = filesWords.preview

interface Zoom {
  readonly width: number
  /** What was clicked, as a part of the picture, stays in view. */
  readonly x: number
  readonly y: number
}

interface ImageViewProps {
  readonly item: Item
  readonly src: string
}

/** A picture as large as fits. A click, Enter, and `+` show it in its own size, or twice as large where it is small. */
export function ImageView({ item, src }: ImageViewProps) {
  const [broken, setBroken] = useState(false)
  const [zoom, setZoom] = useState<Zoom>()
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const zoomAt = (x: number, y: number) => {
    const { current } = image
    if (!current || current.naturalWidth === 0) return
    setZoom({ width: Math.max(current.naturalWidth, current.clientWidth * 2), x, y })
  }
  const click = ({ clientX, clientY, detail }: MouseEvent) => {
    if (zoom) return setZoom(undefined)
    const { left, top, width, height } = image.current?.getBoundingClientRect() ?? new DOMRect()
    // A key makes a click without a place.
    if (detail === 0) zoomAt(0.5, 0.5)
    else zoomAt((clientX - left) / width, (clientY - top) / height)
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === '-') setZoom(undefined)
    else if ((event.key === '+' || event.key === '=') && !zoom) zoomAt(0.5, 0.5)
  })
  useEffect(() => {
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
  useLayoutEffect(() => {
    const { current } = stage
    if (!zoom || !current) return
    current.scrollTo(
      current.scrollWidth * zoom.x - current.clientWidth / 2,
      current.scrollHeight * zoom.y - current.clientHeight / 2,
    )
  }, [zoom])
  if (broken) return <PlainView item={item} reason={words.broken} />
  return (
    <div ref={stage} className={zoom ? styles.zoomed : styles.fitted} {...(zoom && ownsKeys)}>
      <button
        type="button"
        className={styles.picture}
        aria-label={zoom ? words.zoomOut : words.zoomIn}
        onClick={click}
      >
        <img
          ref={image}
          src={src}
          alt={item.name}
          style={zoom && { width: zoom.width }}
          onError={() => setBroken(true)}
        />
      </button>
    </div>
  )
}

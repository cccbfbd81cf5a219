import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { filesWords } from '../../words/words.ts'
import type { Item } from '../item/item.ts'
import { ownsKeys } from './own-keys.ts'
import { PlainView } from './plain-view.tsx'
import styles from './preview.module.css'

interface MediaViewProps {
  readonly kind: 'audio' | 'video'
  readonly item: Item
  readonly src: string
}

/** A player. The browser asks for the ranges that it plays. */
export function MediaView({ kind, item, src }: MediaViewProps) {
  const [broken, setBroken] = useState(false)
  if (broken) return <PlainView item={item} reason={filesWords.preview.broken} />
  const player = {
    src,
    controls: true,
    preload: 'metadata',
    'aria-label': item.name,
    onError: () => setBroken(true),
    ...ownsKeys,
  } as const
  const Player = kind
  if (kind === 'video') return <Player {...player} playsInline className={styles.video} />
  return (
    <div className={styles.plain}>
      <Icon name="sound" size={24} />
      <p className={styles.name}>
        <bdi>{item.name}</bdi>
      </p>
      <Player {...player} className={styles.audio} />
    </div>
  )
}

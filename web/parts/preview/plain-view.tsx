import { Icon } from '../../ui/icon.tsx'
import { filesWords } from '../../words/words.ts'
import type { Item } from '../item/item.ts'
import styles from './preview.module.css'

const words = filesWords.preview

interface PlainViewProps {
  readonly item: Item
  /** Why there is nothing to see. */
  readonly reason: string
  /** Another way to see it. */
  readonly href?: string
}

/** Name, size, and type of a file, in place of a preview. */
export function PlainView({ item: { name, size, type, mime_type }, reason, href }: PlainViewProps) {
  return (
    <div className={styles.plain}>
      <Icon name={type === 'folder' ? 'folder' : 'file'} size={24} />
      <p className={styles.name}>
        <bdi>{name}</bdi>
      </p>
      {type === 'file' && <p className="pencil">{words.facts(size, mime_type)}</p>}
      <p className="pencil">{reason}</p>
      {href !== undefined && (
        <a href={href} target="_blank" rel="noreferrer">
          {words.newTab}
        </a>
      )}
    </div>
  )
}

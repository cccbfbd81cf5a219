import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { filesWords } from '../../words/words.ts'
import type { Item } from '../item/item.ts'
import { scrollsByKeys } from './own-keys.ts'
import { PlainView } from './plain-view.tsx'
import { readBeginning } from './read-beginning.ts'
import styles from './preview.module.css'

const words = filesWords.preview

interface TextViewProps {
  readonly workspace: number
  readonly item: Item
}

/** The beginning of a text, always as plain text. */
export function TextView({ workspace, item }: TextViewProps) {
  const { data, error, refetch } = useQuery({
    queryKey: [String(workspace), 'getItemPreview', { id: item.id }, 'text'],
    queryFn: ({ signal }) => readBeginning(workspace, item, signal),
  })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={12} />
  if (data.text === undefined) return <PlainView item={item} reason={words.notText} />
  if (data.text === '') return <PlainView item={item} reason={words.empty} />
  return (
    <div className={styles.text}>
      {data.isCut && <p className={styles.cut}>{words.cut(data.bytes, item.size)}</p>}
      <pre dir="auto" aria-label={words.content(item.name)} {...scrollsByKeys}>
        {data.text}
      </pre>
    </div>
  )
}

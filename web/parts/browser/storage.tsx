import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { Meter } from '../../ui/data/meter.tsx'
import { filesWords, grammar } from '../../words/words.ts'
import styles from './storage.module.css'

/** How much of the workspace's storage is used. */
export function Storage({ workspace }: { readonly workspace: string }) {
  const { data } = useQuery(read('files.getStorage', { workspace }))
  return (
    <div className={styles.storage}>
      {data && (
        <Meter
          label={filesWords.browser.storage}
          value={data.used}
          max={data.limit ?? undefined}
          format={grammar.bytes}
        />
      )}
    </div>
  )
}

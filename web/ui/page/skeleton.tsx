import { uiWords } from '../../words/words.ts'
import styles from './skeleton.module.css'

/** One line of text that is loading. */
export const SkeletonLine = () => <span className={styles.line} aria-hidden="true" />

/** Lines of text that are loading, as high as what follows. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <output aria-label={uiWords.loading} className={styles.block}>
      {Array.from({ length: lines }, (_, index) => (
        <SkeletonLine key={index} />
      ))}
    </output>
  )
}

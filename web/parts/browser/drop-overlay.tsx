import { Icon } from '../../ui/icon.tsx'
import { filesWords } from '../../words/words.ts'
import styles from './drop-overlay.module.css'

/** Says where files go that are being dragged over the page. */
export const DropOverlay = ({ into }: { readonly into: string }) => (
  <div className={styles.overlay}>
    <p className={styles.words}>
      <Icon name="upload" />
      {filesWords.browser.dropHere(into)}
    </p>
  </div>
)

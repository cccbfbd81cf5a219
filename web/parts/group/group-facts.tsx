import { Copyable } from '../../ui/data/copyable.tsx'
import { groupWords } from '../../words/words.ts'
import styles from './group.module.css'
import type { Group } from './groups.ts'

/** Below the name of the group. */
export const GroupFacts = ({ group: { id, number } }: { readonly group: Group }) => (
  <span className={styles.facts}>
    <span>
      {groupWords.form.number} <Copyable text={number} what={groupWords.form.number.toLowerCase()} />
    </span>
    <span>
      {groupWords.id} <Copyable text={String(id)} what={groupWords.groupId} />
    </span>
  </span>
)

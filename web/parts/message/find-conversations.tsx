import { Link } from '@tanstack/react-router'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { messageWords } from '../../words/words.ts'
import { useSearchText } from '../operator/search-in-url.ts'
import styles from './conversation-list.module.css'
import type { ListSearch } from './conversations.ts'

const words = messageWords.conversations

interface FindConversationsProps {
  readonly search: ListSearch
  readonly onFind: (find: string | undefined) => void
}

/** Above the conversations: searches for a phone, and chooses those that are not read. */
export function FindConversations({ search: { find, show }, onFind }: FindConversationsProps) {
  const [text, type] = useSearchText(find, onFind)
  return (
    <div className={styles.find}>
      <SearchInput label={words.find} value={text} onChange={type} inputMode="tel" />
      <div className={styles.shows}>
        {([undefined, 'unread'] as const).map((each) => (
          <Link
            key={each ?? 'all'}
            to="."
            search={(now: ListSearch) => ({ ...now, show: each })}
            aria-current={each === show}
          >
            {words.shows[each ?? 'all']}
          </Link>
        ))}
      </div>
    </div>
  )
}

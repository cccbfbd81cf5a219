import { Link } from '@tanstack/react-router'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Icon } from '../../ui/icon.tsx'
import { messageWords } from '../../words/words.ts'
import { useSearchText } from '../operator/search-in-url.ts'
import styles from './conversation-list.module.css'
import type { ListSearch } from './conversations.ts'

const words = messageWords.conversations

interface FindConversationsProps {
  readonly workspace: number
  readonly search: ListSearch
  readonly onFind: (find: string | undefined) => void
  readonly onShow: (show: ListSearch['show']) => void
}

/** Above the conversations: searches for a phone, and chooses those that are not read. */
export function FindConversations({
  workspace,
  search: { find, show },
  onFind,
  onShow,
}: FindConversationsProps) {
  const [text, type] = useSearchText(find, onFind)
  return (
    <div className={styles.find}>
      <SearchInput label={words.find} value={text} onChange={type} inputMode="tel" />
      <div className={styles.shows}>
        {([undefined, 'unread'] as const).map((each) => (
          <button key={each ?? 'all'} type="button" aria-pressed={each === show} onClick={() => onShow(each)}>
            {words.shows[each ?? 'all']}
          </button>
        ))}
        <Link
          to="/w/$workspace/messages/search"
          params={{ workspace: String(workspace) }}
          search={{ find, show }}
        >
          <Icon name="search" size={16} />
          {words.searchTexts}
        </Link>
      </div>
    </div>
  )
}

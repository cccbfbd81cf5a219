import { createFileRoute } from '@tanstack/react-router'
import { textFilterIn, type TextFilter } from '../parts/text-search/search-filter.ts'
import { SearchFilters } from '../parts/text-search/search-filters.tsx'
import { SearchResults } from '../parts/text-search/search-results.tsx'
import { ThreadHead } from '../parts/conversation/thread-head.tsx'
import { useWorkspace } from '../parts/session/session.ts'
import { messageWords } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/messages/search')({
  validateSearch: textFilterIn,
  component: SearchTexts,
})

function SearchTexts() {
  const { id: workspace } = useWorkspace()
  const filter = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (more: TextFilter, isTyping = false) =>
    void navigate({ search: (now) => ({ ...now, ...more }), replace: isTyping })
  return (
    <>
      <ThreadHead workspace={workspace} title={messageWords.search.title} />
      <SearchFilters workspace={workspace} filter={filter} onChange={change} />
      <SearchResults workspace={workspace} filter={filter} />
    </>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { SearchBox } from '../parts/item/search-box.tsx'
import { oneOf } from '../parts/operator/search-params.ts'
import { readSearchParams, types } from '../parts/search/place.ts'
import { Results } from '../parts/search/results.tsx'
import styles from '../parts/search/results.module.css'
import { Select } from '../ui/form/select.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { searchWords as words } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/search')({
  component: Search,
  validateSearch: readSearchParams,
})

function Search() {
  const { workspace } = Route.useParams()
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const [entered, setEntered] = useState<object>()
  return (
    <>
      <PageHead title={words.title} />
      <div className={styles.filters}>
        <SearchBox query={search.q ?? ''} onLeave={() => setEntered({})} />
        <Select
          compact
          label={words.type}
          value={search.type ?? 'all'}
          onChange={(chosen) =>
            void navigate({ search: (now) => ({ ...now, type: oneOf(types, chosen) }), replace: true })
          }
          options={(['all', ...types] as const).map((value) => ({ value, label: words.types[value] }))}
        />
      </div>
      <Results workspace={workspace} search={search} entered={entered} />
    </>
  )
}

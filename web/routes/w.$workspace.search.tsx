import { createFileRoute } from '@tanstack/react-router'
import { SearchBox } from '../parts/item/search-box.tsx'
import { oneOf, textIn } from '../parts/operator/search-params.ts'
import { Results } from '../parts/search/results.tsx'
import styles from '../parts/search/results.module.css'
import { useWorkspace } from '../parts/session/session.ts'
import { Select } from '../ui/form/select.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { searchWords as words } from '../words/words.ts'

const types = ['file', 'folder'] as const

interface Search {
  readonly q?: string | undefined
  readonly type?: (typeof types)[number] | undefined
  /** The ID of the file that is shown. */
  readonly preview?: string | undefined
  /** The ID of the item whose link is changed. */
  readonly share?: string | undefined
}

export const Route = createFileRoute('/w/$workspace/search')({
  component: SearchPage,
  // The router keeps what is left out, so each name is there.
  validateSearch: ({ q, type, preview, share }: Readonly<Record<string, unknown>>): Search => ({
    q: textIn(q),
    type: oneOf(types, type),
    preview: textIn(preview),
    share: textIn(share),
  }),
})

function SearchPage() {
  const { id } = useWorkspace()
  const { q = '', type } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <PageHead title={words.title} />
      <div className={styles.filters}>
        <SearchBox query={q} />
        <Select
          compact
          label={words.type}
          value={type ?? 'all'}
          onChange={(chosen) =>
            void navigate({ search: (now) => ({ ...now, type: oneOf(types, chosen) }), replace: true })
          }
          options={(['all', ...types] as const).map((value) => ({ value, label: words.types[value] }))}
        />
      </div>
      <Results workspace={id} q={q} type={type} />
    </>
  )
}

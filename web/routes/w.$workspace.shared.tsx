import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { itemIn } from '../parts/item/item-id.ts'
import { useSearchText } from '../parts/operator/search-in-url.ts'
import { textIn } from '../parts/operator/search-params.ts'
import { List } from '../parts/page/list.tsx'
import { useSession } from '../parts/session/session.ts'
import { ShareDialog } from '../parts/share/share-dialog.tsx'
import { sharedColumns, SharedMenu, type SharedRow } from '../parts/share/shared-row.tsx'
import { useShares } from '../parts/share/use-shares.ts'
import { LinkButton } from '../ui/action/link-button.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { shareWords as words } from '../words/words.ts'

const TurnOffDialog = lazy(() =>
  import('../parts/share/turn-off-dialog.tsx').then(({ TurnOffDialog }) => ({ default: TurnOffDialog })),
)

interface Search {
  /** A part of the names. */
  readonly q?: string | undefined
  /** The item whose dialog is open. */
  readonly share?: string | undefined
  /** The item whose link the open dialog would turn off. */
  readonly off?: string | undefined
}

export const Route = createFileRoute('/w/$workspace/shared')({
  validateSearch: ({ q, share, off }: Readonly<Record<string, unknown>>): Search => ({
    q: textIn(q),
    share: itemIn(share),
    off: itemIn(off),
  }),
  component: Shared,
})

function Shared() {
  const { workspace } = Route.useParams()
  const { q, share, off } = Route.useSearch()
  const navigate = Route.useNavigate()
  const change = (next: Partial<Search>) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: 'q' in next })
  const list = useShares(workspace, q)
  const [text, setText] = useSearchText(q, (found) => change({ q: found }))
  const turnOff = ({ id }: SharedRow) => change({ off: id })
  const isEmpty = list.rows?.length === 0 && q === undefined
  return (
    <>
      <PageHead title={words.title}>{isEmpty ? undefined : words.note}</PageHead>
      <List
        name={words.title}
        list={list}
        rowKey={({ id }) => id}
        columns={sharedColumns(turnOff)}
        actions={(row) => (
          <SharedMenu of={row} onShare={() => change({ share: row.id })} onTurnOff={() => turnOff(row)} />
        )}
        empty={<Empty workspace={workspace} />}
        nothingFound={q === undefined ? undefined : words.nothingFound(q)}
        filters={isEmpty ? undefined : <SearchInput label={words.search} value={text} onChange={setText} />}
      />
      <ShareDialog item={share} onClose={() => change({ share: undefined })} />
      <Suspense>
        <TurnOffDialog
          item={list.rows?.find(({ id }) => id === off)}
          onClose={() => change({ off: undefined })}
        />
      </Suspense>
    </>
  )
}

function Empty({ workspace }: { readonly workspace: string }) {
  const { installation } = useSession()
  return (
    <EmptyState
      sentence={words.empty}
      action={
        <LinkButton to="/w/$workspace/files" params={{ workspace }} icon="folder">
          {words.toFiles}
        </LinkButton>
      }
      curl={{
        method: 'POST',
        url: `${installation.gateway_url}/v1/files/shares`,
        body: { file_id: 'FILE_ID', status: 'public' },
      }}
    />
  )
}

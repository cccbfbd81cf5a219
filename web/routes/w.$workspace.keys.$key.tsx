import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { read } from '../api/queries.ts'
import { LastRequests } from '../parts/key/last-requests.tsx'
import { Properties } from '../parts/key/properties.tsx'
import { whyNotRevocable } from '../parts/key/revocable.ts'
import { useSession, useWorkspace } from '../parts/session/session.ts'
import { Button } from '../ui/action/button.tsx'
import { LinkButton } from '../ui/action/link-button.tsx'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { keyWords } from '../words/words.ts'

const RevokeDialog = lazy(() =>
  import('../parts/key/revoke-dialog.tsx').then(({ RevokeDialog }) => ({ default: RevokeDialog })),
)

interface Search {
  /** Whether the dialog that revokes the key is open. */
  readonly revoke?: true | undefined
}

export const Route = createFileRoute('/w/$workspace/keys/$key')({
  validateSearch: ({ revoke }: Record<string, unknown>): Search => (revoke === true ? { revoke } : {}),
  component: ShownKey,
})

function ShownKey() {
  const { workspace: id, key: keyId } = Route.useParams()
  const { revoke } = Route.useSearch()
  const navigate = Route.useNavigate()
  const workspace = useWorkspace()
  const { installation } = useSession()
  const { data: key, error, refetch } = useQuery(read('getKey', { workspace: id, id: keyId }))
  const showDialog = (shown: boolean) => void navigate({ search: shown ? { revoke: true } : {} })
  return (
    <>
      <Breadcrumbs above={[{ label: keyWords.title, to: `/w/${id}/keys` }]} />
      <PageHead
        title={key?.name ?? keyWords.key}
        action={
          key && (
            <>
              <Button
                icon="trash"
                onClick={() => showDialog(true)}
                disabledReason={whyNotRevocable(key, workspace)}
              >
                {keyWords.revoke}
              </Button>
              <LinkButton
                to="/w/$workspace/keys/new"
                params={{ workspace: id }}
                search={{ like: key.id }}
                icon="copy"
              >
                {keyWords.createLike}
              </LinkButton>
            </>
          )
        }
      />
      {error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : key ? (
        <>
          <Properties of={key} />
          {installation.request_log_days > 0 && (
            <section className="section">
              <h2>{keyWords.lastRequests}</h2>
              <LastRequests workspace={id} of={key} />
            </section>
          )}
        </>
      ) : (
        <Skeleton lines={10} />
      )}
      <Suspense>
        <RevokeDialog workspace={id} of={revoke ? key : undefined} onClose={() => showDialog(false)} />
      </Suspense>
    </>
  )
}

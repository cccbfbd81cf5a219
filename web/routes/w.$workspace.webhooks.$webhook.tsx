import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { read } from '../api/queries.ts'
import { useWorkspace } from '../parts/session/session.ts'
import { Deliveries } from '../parts/webhook/deliveries.tsx'
import { Replacement } from '../parts/webhook/replacement.tsx'
import { statusFilters, type StatusFilter } from '../parts/webhook/status-filters.ts'
import { WebhookFacts } from '../parts/webhook/webhook-facts.tsx'
import { lockedReason, type Webhook } from '../parts/webhook/webhooks.ts'
import { Button } from '../ui/action/button.tsx'
import { Breadcrumbs } from '../ui/page/breadcrumbs.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { deliveryWords, webhookWords } from '../words/words.ts'

/** Dialogs are fetched after the first picture. */
const DeleteWebhook = lazy(() =>
  import('../parts/webhook/delete-webhook.tsx').then(({ DeleteWebhook }) => ({ default: DeleteWebhook })),
)
const RecoverDialog = lazy(() =>
  import('../parts/webhook/recover-dialog.tsx').then(({ RecoverDialog }) => ({ default: RecoverDialog })),
)
const RotateSecret = lazy(() =>
  import('../parts/webhook/rotate-secret.tsx').then(({ RotateSecret }) => ({ default: RotateSecret })),
)
const TestDialog = lazy(() =>
  import('../parts/webhook/test-dialog.tsx').then(({ TestDialog }) => ({ default: TestDialog })),
)

const dialogs = ['test', 'recover', 'rotate', 'delete'] as const
type DialogName = (typeof dialogs)[number]

interface Search {
  readonly status?: StatusFilter
  readonly dialog?: DialogName
  /** The webhook that this one replaces. */
  readonly replaces?: number
}

export const Route = createFileRoute('/w/$workspace/webhooks/$webhook')({
  validateSearch: ({ status, dialog, replaces }: Record<string, unknown>): Search => ({
    ...(isOf(statusFilters, status) && { status }),
    ...(isOf(dialogs, dialog) && { dialog }),
    ...(typeof replaces === 'number' && { replaces }),
  }),
  component: OneWebhook,
})

const isOf = <Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  values.includes(value as Value)

function OneWebhook() {
  const { workspace: at, webhook: id } = Route.useParams()
  const workspace = useWorkspace()
  const webhook = useQuery(read('files.getWebhook', { workspace: workspace.id, id }))
  return (
    <>
      <Breadcrumbs above={[{ label: webhookWords.title, to: `/w/${at}/webhooks` }]} />
      {webhook.data ? (
        <Details webhook={webhook.data} />
      ) : (
        <>
          <PageHead title={webhookWords.one} />
          {webhook.error ? (
            <ErrorPanel error={webhook.error} onRetry={() => void webhook.refetch()} />
          ) : (
            <Skeleton lines={12} />
          )}
        </>
      )}
    </>
  )
}

function Details({ webhook }: { readonly webhook: Webhook }) {
  const { status, replaces } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <>
      <Actions webhook={webhook} />
      {replaces !== undefined && (
        <Replacement
          old={replaces}
          onDone={() => navigate({ search: ({ replaces: _replaces, ...rest }) => rest, replace: true })}
        />
      )}
      <WebhookFacts webhook={webhook} />
      <section className="section">
        <h2>{deliveryWords.title}</h2>
        <Deliveries
          webhook={webhook}
          status={status}
          onStatus={(chosen) =>
            void navigate({
              search: ({ status: _status, ...rest }) => ({ ...rest, ...(chosen && { status: chosen }) }),
            })
          }
        />
      </section>
      <Outlet />
    </>
  )
}

function Actions({ webhook }: { readonly webhook: Webhook }) {
  const workspace = useWorkspace()
  const { dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  const locked = lockedReason(workspace)
  const off = locked ?? (webhook.active ? undefined : webhookWords.inactive)
  const open = (name: DialogName) => () => void navigate({ search: (now) => ({ ...now, dialog: name }) })
  const close = () => void navigate({ search: ({ dialog: _dialog, ...rest }) => rest })
  const shows = (name: DialogName) => locked === undefined && dialog === name
  const params = { workspace: String(workspace.id) }
  return (
    <>
      <PageHead
        title={webhook.name}
        action={
          <>
            <Button kind="filled" icon="send" disabledReason={off} onClick={open('test')}>
              {webhookWords.test.action}
            </Button>
            <Button icon="history" disabledReason={off} onClick={open('recover')}>
              {webhookWords.recover.action}
            </Button>
            <Button icon="key" disabledReason={locked} onClick={open('rotate')}>
              {webhookWords.rotate.action}
            </Button>
            <Button icon="trash" disabledReason={locked} onClick={open('delete')}>
              {webhookWords.remove.action}
            </Button>
          </>
        }
      />
      <Suspense>
        <TestDialog open={shows('test')} onClose={close} webhook={webhook} />
        <RecoverDialog open={shows('recover')} onClose={close} webhook={webhook} />
        <RotateSecret
          open={shows('rotate')}
          onClose={close}
          webhook={webhook}
          onCreated={(twin) =>
            navigate({
              to: '/w/$workspace/webhooks/$webhook',
              params: { ...params, webhook: String(twin) },
              search: { replaces: webhook.id },
            })
          }
        />
        <DeleteWebhook
          webhook={shows('delete') ? webhook : undefined}
          onClose={close}
          onDeleted={() => navigate({ to: '/w/$workspace/webhooks', params, search: {} })}
        />
      </Suspense>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import { useWorkspace } from '../parts/session/session.ts'
import { DeliveryDetails, type DeliveryTab } from '../parts/webhook/delivery-details.tsx'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { deliveryWords } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/webhooks/$webhook/deliveries/$delivery')({
  validateSearch: ({ tab }: Record<string, unknown>): { readonly tab?: DeliveryTab } =>
    tab === 'response' ? { tab } : {},
  component: OneDelivery,
})

function OneDelivery() {
  const { webhook: id, delivery: deliveryId } = Route.useParams()
  const { tab = 'request' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const workspace = useWorkspace()
  const webhook = useQuery(read('files.getWebhook', { workspace: workspace.id, id }))
  const delivery = useQuery(read('getDelivery', { workspace: workspace.id, id, delivery: deliveryId }))
  const close = () =>
    void navigate({
      to: '/w/$workspace/webhooks/$webhook',
      params: ({ workspace: at, webhook: of }) => ({ workspace: at, webhook: of }),
      search: ({ tab: _tab, ...rest }) => rest,
    })
  const show = (chosen: DeliveryTab) =>
    void navigate({
      search: ({ tab: _tab, ...rest }) => ({ ...rest, ...(chosen === 'response' && { tab: chosen }) }),
      replace: true,
    })
  return (
    <Dialog open onClose={close} title={deliveryWords.name(deliveryId)} size="side">
      {webhook.data && delivery.data ? (
        <DeliveryDetails webhook={webhook.data} delivery={delivery.data} tab={tab} onTab={show} />
      ) : delivery.error ? (
        <ErrorPanel error={delivery.error} onRetry={() => void delivery.refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </Dialog>
  )
}

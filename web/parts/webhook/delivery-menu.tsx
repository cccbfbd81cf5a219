import { MenuItem, MenuLink, RowMenu } from '../../ui/action/menu.tsx'
import { deliveryWords } from '../../words/words.ts'
import type { Workspace } from '../session/session.ts'
import { toDelivery } from './delivery-link.ts'
import { againReason, sendAgain } from './send-again.ts'
import type { Delivery, Webhook } from './webhooks.ts'

interface DeliveryMenuProps {
  readonly of: Delivery
  readonly webhook: Webhook
  readonly workspace: Workspace
}

/** The menu of a row. */
export function DeliveryMenu({ of: delivery, webhook, workspace }: DeliveryMenuProps) {
  return (
    <RowMenu name={String(delivery.id)}>
      <MenuLink {...toDelivery(delivery)} icon="info">
        {deliveryWords.details}
      </MenuLink>
      <MenuItem
        icon="send"
        disabledReason={againReason(workspace, webhook, delivery)}
        onSelect={() => void sendAgain(workspace.id, webhook.id, delivery.id)}
      >
        {deliveryWords.again.action}
      </MenuItem>
    </RowMenu>
  )
}

import { MenuItem, MenuLink, RowMenu } from '../../ui/action/menu.tsx'
import { webhookWords } from '../../words/words.ts'
import type { Workspace } from '../session/session.ts'
import { switchWebhook } from './switch-webhook.ts'
import { lockedReason, type Webhook } from './webhooks.ts'

interface WebhookMenuProps {
  readonly of: Webhook
  readonly workspace: Workspace
  readonly onRemove: () => void
}

/** The menu of a row. */
export function WebhookMenu({ of: webhook, workspace, onRemove }: WebhookMenuProps) {
  const locked = lockedReason(workspace)
  const params = { workspace: String(workspace.id), webhook: String(webhook.id) }
  return (
    <RowMenu name={webhook.name}>
      <MenuLink icon="info" to="/w/$workspace/webhooks/$webhook" params={params}>
        {webhookWords.details}
      </MenuLink>
      <MenuItem
        icon="refresh"
        disabledReason={locked}
        onSelect={() => void switchWebhook(workspace.id, webhook)}
      >
        {webhook.active ? webhookWords.switchOff : webhookWords.switchOn}
      </MenuItem>
      <MenuItem icon="trash" disabledReason={locked} onSelect={onRemove}>
        {webhookWords.remove.action}
      </MenuItem>
    </RowMenu>
  )
}

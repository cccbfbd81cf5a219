import { Link } from '@tanstack/react-router'
import type { Data } from '../../api/call.ts'
import { Button } from '../../ui/action/button.tsx'
import { IconButton } from '../../ui/action/icon-button.tsx'
import { MenuItem, MenuLink, RowMenu } from '../../ui/action/menu.tsx'
import { Status } from '../../ui/data/status.tsx'
import type { Column } from '../../ui/data/table.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useNow } from '../../ui/now.ts'
import { useCopy } from '../../ui/use-copy.ts'
import { shareWords as words } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import { isExpiring } from './expiry.ts'
import styles from './shared.module.css'

export type SharedRow = Data<'listShares'>[number]

export const sharedColumns = (onTurnOff: (row: SharedRow) => void): readonly Column<SharedRow>[] => [
  { head: words.name, cell: (row) => <Name of={row} /> },
  { head: words.folder, cell: (row) => <Path of={row} /> },
  { head: words.who, cell: (row) => <Who of={row} /> },
  { head: words.expires, kind: 'short', cell: (row) => <Expires at={row.share_expires_at} /> },
  {
    head: words.lastOpened,
    kind: 'short',
    cell: (row) => <Time at={row.opened_at} never={words.notYet} />,
  },
  {
    head: words.link,
    kind: 'short',
    cell: (row) => (
      <span className={styles.buttons}>
        <CopyLink url={row.share_url} />
        <Button onClick={() => onTurnOff(row)}>{words.turnOff}</Button>
      </span>
    ),
  },
]

function Name({ of: { id, type, name } }: { readonly of: SharedRow }) {
  return (
    <span className={styles.name}>
      <Icon name={type === 'folder' ? 'folder' : 'file'} />
      <Link from="/w/$workspace/shared" to="." search={(now) => ({ ...now, share: id })}>
        <bdi>{name}</bdi>
      </Link>
    </span>
  )
}

/** The folders above. */
function Path({ of: { path } }: { readonly of: SharedRow }) {
  return (
    <span className="pencil">
      {path.length === 0 ? words.top : <bdi>{path.map(({ name }) => name).join(' / ')}</bdi>}
    </span>
  )
}

function Who({ of: row }: { readonly of: SharedRow }) {
  const emails = row.shared_with?.split(',') ?? []
  return (
    <span>
      {row.share_status === 'limited' ? (
        <span title={emails.join('\n')}>{words.people(emails.length)}</span>
      ) : (
        words.anyone
      )}
      {row.share_password_protected && <span className="pencil">, {words.withPassword}</span>}
    </span>
  )
}

function Expires({ at }: { readonly at: string | null }) {
  const now = useNow()
  return (
    <span className={styles.expires}>
      <Time at={at} never={words.never} />
      {isExpiring(at, now) && <Status word={words.expiring} />}
    </span>
  )
}

function CopyLink({ url }: { readonly url: string }) {
  const { copied, copy } = useCopy(url)
  return (
    <IconButton
      small
      icon={copied ? 'check' : 'copy'}
      label={copied ? words.copied : words.copyLink}
      onClick={copy}
    />
  )
}

/** Where the item lies. */
function FolderLink({ of: { parent_id: folder } }: { readonly of: SharedRow }) {
  const workspace = String(useWorkspace().id)
  if (folder === null)
    return (
      <MenuLink icon="folder" to="/w/$workspace/files" params={{ workspace }}>
        {words.toFolder}
      </MenuLink>
    )
  return (
    <MenuLink icon="folder" to="/w/$workspace/files/$folder" params={{ workspace, folder }}>
      {words.toFolder}
    </MenuLink>
  )
}

interface SharedMenuProps {
  readonly of: SharedRow
  readonly onShare: () => void
  readonly onTurnOff: () => void
}

export function SharedMenu({ of: row, onShare, onTurnOff }: SharedMenuProps) {
  const { name, share_url: url } = row
  const { copy } = useCopy(url)
  return (
    <RowMenu name={name}>
      <MenuItem icon="share" onSelect={onShare}>
        {words.settings}
      </MenuItem>
      <MenuItem icon="copy" onSelect={copy}>
        {words.copyLink}
      </MenuItem>
      <FolderLink of={row} />
      <MenuItem icon="close" onSelect={onTurnOff}>
        {words.turnOff}
      </MenuItem>
    </RowMenu>
  )
}

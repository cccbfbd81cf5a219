import { Link } from '@tanstack/react-router'
import type { Data } from '../../api/call.ts'
import { Status } from '../../ui/data/status.tsx'
import type { Column } from '../../ui/data/table.tsx'
import { Time } from '../../ui/data/time.tsx'
import { auditWords as words } from '../../words/words.ts'
import styles from './columns.module.css'

type Entry = Data<'listAudit'>[number]

export const auditColumns: readonly Column<Entry>[] = [
  { head: words.action, cell: (entry) => <Action entry={entry} /> },
  { head: words.target, cell: targetOf },
  { head: words.who, cell: (entry) => <Actor entry={entry} /> },
  { head: words.time, kind: 'short', cell: ({ at }) => <Time at={at} /> },
  { head: words.address, kind: 'short', wideOnly: true, cell: ({ address }) => address ?? '' },
]

function targetOf({ target, target_name: name }: Entry): string {
  return name ?? target ?? ''
}

/** A name chooses the entries of the person. */
function Actor({ entry: { actor, user, key } }: { readonly entry: Entry }) {
  if (actor === 'operator') return words.operator
  if (!user) return actor === 'nobody' ? words.nobody : words.someone
  const name = user.name ?? user.email ?? words.formerPerson(user.id)
  return (
    <span>
      <Link
        from="/w/$workspace/audit"
        to="."
        search={(before) => ({ ...before, user: user.id })}
        title={user.email ?? ''}
      >
        {name}
      </Link>
      {actor === 'key' && ` ${key?.name == null ? words.withDeletedKey : words.withKey(key.name)}`}
    </span>
  )
}

/** What was done, or what was refused and why. */
function Action({ entry: { action, outcome, calls } }: { readonly entry: Entry }) {
  return (
    <>
      {words.actionName(action)}
      {outcome !== 'ok' && (
        <span className={styles.refused}>
          <Status word={words.refused} /> <code>{outcome}</code>
          {calls > 1 && ` ${words.calls(calls)}`}
        </span>
      )}
    </>
  )
}

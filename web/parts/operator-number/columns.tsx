import { Link } from '@tanstack/react-router'
import { Status } from '../../ui/data/status.tsx'
import type { Column } from '../../ui/data/table.tsx'
import { Time } from '../../ui/data/time.tsx'
import { operatorNumberWords as words } from '../../words/words.ts'
import { paceText, stateWord, type OperatorNumber } from './number.ts'

export const numberColumns: readonly Column<OperatorNumber>[] = [
  { head: words.number, kind: 'short', cell: (number) => <NumberLink {...number} /> },
  { head: words.label, cell: ({ label }) => label },
  { head: words.assignedTo, cell: (number) => <AssignedTo number={number} /> },
  { head: words.carrier, kind: 'short', cell: ({ carrier }) => words.carriers[carrier] },
  { head: words.state, kind: 'short', cell: (number) => <Status word={stateWord(number)} /> },
  { head: words.phone, cell: (number) => <PhoneLine number={number} /> },
  { head: words.pace, cell: paceText },
]

function NumberLink({ id, display }: OperatorNumber) {
  return (
    <Link to="/operator/numbers/$number" params={{ number: String(id) }}>
      {display}
    </Link>
  )
}

export function AssignedTo({ number: { pool, workspace } }: { readonly number: OperatorNumber }) {
  if (!workspace) return pool ? words.pool : words.nobody
  return (
    <Link to="/operator/workspaces/$id" params={{ id: String(workspace.id) }}>
      {workspace.name}
    </Link>
  )
}

/** "83% battery, 2 minutes ago". Empty for numbers without a phone. */
function PhoneLine({
  number: { carrier, phone, last_seen_at: seenAt },
}: {
  readonly number: OperatorNumber
}) {
  if (carrier !== 'android') return null
  if (!phone) return <span className="pencil">{words.noPhone}</span>
  return (
    <>
      {phone.battery_percent !== null && `${words.battery(phone.battery_percent)}, `}
      <Time at={seenAt} />
    </>
  )
}

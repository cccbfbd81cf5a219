import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Select, type Option } from '../../ui/form/select.tsx'
import { auditWords as words } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { DayInput } from './day-input.tsx'
import { isFiltered, type AuditFilter } from './filter.ts'

interface AuditFiltersProps {
  readonly filter: AuditFilter
  readonly onChange: (filter: AuditFilter) => void
}

const all = 'all'

/** More people make no list to choose from; a name in a row chooses them too. */
const peopleMax = 200

export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const people = usePeople(filter.user)
  const change = (changed: AuditFilter) => onChange({ ...filter, ...changed })
  return (
    <>
      <Select
        compact
        label={words.person}
        value={String(filter.user ?? all)}
        onChange={(value) => change({ user: value === all ? undefined : Number(value) })}
        options={people}
      />
      <Select
        compact
        label={words.action}
        value={filter.action ?? all}
        onChange={(value) => change({ action: value === all ? undefined : value })}
        options={actionsWith(filter.action)}
      />
      <DayInput label={words.from} value={filter.from} onChange={(from) => change({ from })} />
      <DayInput label={words.to} value={filter.to} onChange={(to) => change({ to })} />
      {isFiltered(filter) && (
        <Button icon="close" onClick={() => onChange({})}>
          {words.clear}
        </Button>
      )}
    </>
  )
}

/** Members, and the chosen person even if they left. */
function usePeople(chosen: number | undefined): readonly Option<string>[] {
  const workspace = useWorkspace()
  const { user } = useSession()
  const { data } = useQuery({
    ...read('iam.listMembers', { workspace: workspace.id }),
    enabled: workspace.type !== 'personal',
  })
  const members = (data ?? [])
    .filter(({ status }) => status === 'active')
    .slice(0, peopleMax)
    .map(({ user_id: id, email }) => ({ value: String(id), label: email }))
  const known = members.length > 0 ? members : [{ value: String(user.id), label: user.email }]
  const left = chosen !== undefined && known.every(({ value }) => value !== String(chosen))
  return [
    { value: all, label: words.everybody },
    ...known,
    ...(left ? [{ value: String(chosen), label: words.formerPerson(chosen) }] : []),
  ]
}

const actionsWith = (chosen: string | undefined): readonly Option<string>[] => [
  { value: all, label: words.allActions },
  ...words.actions,
  ...(chosen !== undefined && words.actions.every(({ value }) => value !== chosen)
    ? [{ value: chosen, label: words.actionName(chosen) }]
    : []),
]

import { Button } from '../../ui/action/button.tsx'
import { Select } from '../../ui/form/select.tsx'
import { operatorWords } from '../../words/words.ts'
import { DayInput } from '../audit/day-input.tsx'
import { isFiltered } from '../audit/filter.ts'
import { parseFilter, type AuditFilter } from './audit-filter.ts'

const words = operatorWords.audit

interface AuditFiltersProps {
  readonly filter: AuditFilter
  readonly onChange: (filter: AuditFilter) => void
}

const all = 'all'

/** People and workspaces are chosen by their links in the rows. */
export function AuditFilters({ filter, onChange }: AuditFiltersProps) {
  const { user, workspace, action } = filter
  const change = (name: keyof AuditFilter, value: string | undefined) =>
    onChange({ ...filter, [name]: value })
  const known = words.actions.some(({ value }) => value === action)
  return (
    <>
      <DayInput label={words.from} value={filter.from} onChange={(day) => change('from', day)} />
      <DayInput label={words.to} value={filter.to} onChange={(day) => change('to', day)} />
      <Select
        compact
        label={words.action}
        value={action ?? all}
        onChange={(value) => change('action', value === all ? undefined : value)}
        options={[
          { value: all, label: operatorWords.all },
          ...words.actions,
          ...(action === undefined || known ? [] : [{ value: action, label: words.actionName(action) }]),
        ]}
      />
      {user !== undefined && (
        <Button icon="close" onClick={() => change('user', undefined)}>
          {words.person(user)}
        </Button>
      )}
      {workspace !== undefined && (
        <Button icon="close" onClick={() => change('workspace', undefined)}>
          {words.ofWorkspace(workspace)}
        </Button>
      )}
      {isFiltered(filter) && <Button onClick={() => onChange(parseFilter({}))}>{words.clear}</Button>}
    </>
  )
}

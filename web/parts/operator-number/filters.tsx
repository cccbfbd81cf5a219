import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Select } from '../../ui/form/select.tsx'
import { operatorNumberWords as words, operatorWords } from '../../words/words.ts'
import type { NumberFilter } from './filter.ts'

interface NumberFiltersProps {
  readonly filter: NumberFilter
  readonly onChange: (filter: NumberFilter) => void
}

const all = { value: 'all', label: operatorWords.all } as const

/** A workspace is chosen by a link of its page. */
export function NumberFilters({ filter, onChange }: NumberFiltersProps) {
  const { pool, workspace, carrier, state } = filter
  return (
    <>
      <Select
        compact
        label={words.assignedTo}
        value={pool ? 'pool' : 'all'}
        options={[all, { value: 'pool', label: words.pool }]}
        onChange={(chosen) =>
          onChange({ ...filter, pool: chosen === 'pool' ? true : undefined, workspace: undefined })
        }
      />
      <Select
        compact
        label={words.carrier}
        value={carrier ?? 'all'}
        options={[
          all,
          { value: 'simulator', label: words.carriers.simulator },
          { value: 'android', label: words.carriers.android },
        ]}
        onChange={(chosen) => onChange({ ...filter, carrier: chosen === 'all' ? undefined : chosen })}
      />
      <Select
        compact
        label={words.state}
        value={state ?? 'all'}
        options={[
          all,
          { value: 'online', label: words.states.online },
          { value: 'offline', label: words.states.offline },
        ]}
        onChange={(chosen) => onChange({ ...filter, state: chosen === 'all' ? undefined : chosen })}
      />
      {workspace !== undefined && (
        <OfWorkspace id={workspace} onClear={() => onChange({ ...filter, workspace: undefined })} />
      )}
    </>
  )
}

function OfWorkspace({ id, onClear }: { readonly id: number; readonly onClear: () => void }) {
  const workspace = useQuery(read('getWorkspace', { id }))
  return (
    <Button icon="close" onClick={onClear}>
      {words.ofWorkspace(workspace.data?.name ?? String(id))}
    </Button>
  )
}

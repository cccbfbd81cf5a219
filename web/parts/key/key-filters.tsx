import { Select } from '../../ui/form/select.tsx'
import { keyWords } from '../../words/words.ts'
import { serviceOptions, stateOptions, type KeyFilter } from './filters.ts'

interface KeyFiltersProps {
  readonly filter: KeyFilter
  readonly onChange: (change: KeyFilter) => void
}

export function KeyFilters({ filter, onChange }: KeyFiltersProps) {
  return (
    <>
      <Select
        compact
        label={keyWords.heads.service}
        value={filter.service ?? 'all'}
        options={serviceOptions}
        onChange={(service) => onChange({ service: service === 'all' ? undefined : service })}
      />
      <Select
        compact
        label={keyWords.heads.state}
        value={filter.state ?? 'all'}
        options={stateOptions}
        onChange={(state) => onChange({ state: state === 'all' ? undefined : state })}
      />
    </>
  )
}

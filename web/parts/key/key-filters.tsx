import { Select } from '../../ui/form/select.tsx'
import { keyWords } from '../../words/words.ts'
import { services, states, type KeyFilter } from './filters.ts'

const all = { value: 'all', label: keyWords.all } as const

const serviceOptions = [
  all,
  ...services.map((value) => ({ value, label: keyWords.services[value] })),
] as const

const stateOptions = [all, ...states.map((value) => ({ value, label: keyWords.states[value] }))] as const

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

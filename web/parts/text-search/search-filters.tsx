import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { messageWords } from '../../words/words.ts'
import { DayInput } from '../audit/day-input.tsx'
import { useSearchText } from '../operator/search-in-url.ts'
import styles from './search.module.css'
import { directions, isFiltered, textStatuses, type TextFilter } from './search-filter.ts'

const words = messageWords.search
const any = 'any'

interface SearchFiltersProps {
  readonly workspace: number
  readonly filter: TextFilter
  readonly onChange: (change: TextFilter, isTyping?: boolean) => void
}

export function SearchFilters({ workspace, filter, onChange }: SearchFiltersProps) {
  const [text, type] = useSearchText(filter.q, (q) => onChange({ q }, true))
  const { data } = useQuery(read('sms.listNumbers', { workspace }))
  const numbers = (data?.numbers ?? []).map(({ id, display }) => ({ value: String(id), label: display }))
  const chosen = filter.number === undefined ? any : String(filter.number)
  const known = chosen === any || numbers.some(({ value }) => value === chosen)
  return (
    <div className={styles.filters}>
      <SearchInput label={words.box} value={text} onChange={type} />
      <Select
        compact
        label={words.direction}
        value={filter.direction ?? any}
        options={[
          { value: any, label: words.any },
          ...directions.map((value) => ({ value, label: words.directions[value] })),
        ]}
        onChange={(value) => onChange({ direction: directions.find((each) => each === value) })}
      />
      <Select
        compact
        label={words.status}
        value={filter.status ?? any}
        options={[
          { value: any, label: words.any },
          ...textStatuses.map((value) => ({ value, label: messageWords.statuses[value] })),
        ]}
        onChange={(value) => onChange({ status: textStatuses.find((each) => each === value) })}
      />
      <Select
        compact
        label={words.number}
        value={chosen}
        options={[
          { value: any, label: words.any },
          ...numbers,
          ...(known ? [] : [{ value: chosen, label: `#${chosen}` }]),
        ]}
        onChange={(value) => onChange({ number: value === any ? undefined : Number(value) })}
      />
      <DayInput label={words.from} value={filter.from} onChange={(from) => onChange({ from })} />
      <DayInput label={words.to} value={filter.to} onChange={(to) => onChange({ to })} />
      {isFiltered(filter) && (
        <Button
          icon="close"
          onClick={() => {
            type('')
            onChange({
              q: undefined,
              direction: undefined,
              status: undefined,
              number: undefined,
              from: undefined,
              to: undefined,
            })
          }}
        >
          {words.clear}
        </Button>
      )}
    </div>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { read } from '../../api/queries.ts'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Select } from '../../ui/form/select.tsx'
import { requestWords } from '../../words/words.ts'
import { statusOptions, type RequestSearch } from './filters.ts'

const words = requestWords
const any = 'any'
const typingMs = 250

interface RequestFiltersProps {
  readonly workspace: number
  readonly search: RequestSearch
  readonly onChange: (filters: Pick<RequestSearch, 'key' | 'status' | 'q'>) => void
}

export function RequestFilters({ workspace, search, onChange }: RequestFiltersProps) {
  const { key, status, q } = search
  return (
    <>
      <RequestIdInput value={q ?? ''} onChange={(id) => onChange({ q: id === '' ? undefined : id })} />
      <Select
        label={words.key}
        compact
        value={key === undefined ? any : String(key)}
        options={useKeyOptions(workspace, key)}
        onChange={(chosen) => onChange({ key: chosen === any ? undefined : Number(chosen) })}
      />
      <Select
        label={words.status}
        compact
        value={status ?? any}
        options={statusOptions}
        onChange={(chosen) => onChange({ status: chosen === any ? undefined : chosen })}
      />
    </>
  )
}

interface RequestIdInputProps {
  readonly value: string
  readonly onChange: (id: string) => void
}

/** Asks when nothing was typed for a moment. Shows another value of the URL, as after Back. */
function RequestIdInput({ value, onChange }: RequestIdInputProps) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  const type = (text: string): void => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onChange((told.current = text.trim())), typingMs)
  }
  return <SearchInput label={words.requestId} value={typed} onChange={type} />
}

/** Those that the person may see, newest first. */
function useKeyOptions(workspace: number, chosen: number | undefined) {
  const { data = [] } = useQuery(read('listKeys', { workspace, query: { limit: 100 } }))
  const keys = data.map(({ id, name, prefix }) => ({ value: String(id), label: name, note: `${prefix}…` }))
  const isUnknown = chosen !== undefined && !data.some(({ id }) => id === chosen)
  return [
    { value: any, label: words.anyKey },
    ...(isUnknown ? [{ value: String(chosen), label: words.unknownKey(chosen) }] : []),
    ...keys,
  ]
}

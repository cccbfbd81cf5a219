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
      <KeySelect workspace={workspace} chosen={key} onChange={(chosen) => onChange({ key: chosen })} />
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

interface KeySelectProps {
  readonly workspace: number
  readonly chosen: number | undefined
  readonly onChange: (key: number | undefined) => void
}

/** The keys that the person may see. They are read when they are needed, so that the page makes no request that it shows. */
function KeySelect({ workspace, chosen, onChange }: KeySelectProps) {
  const [isNear, setNear] = useState(false)
  const { data = [] } = useQuery({
    ...read('listKeys', { workspace, query: { limit: 100 } }),
    enabled: isNear || chosen !== undefined,
  })
  const isUnknown = chosen !== undefined && !data.some(({ id }) => id === chosen)
  const options = [
    { value: any, label: words.anyKey },
    ...(isUnknown ? [{ value: String(chosen), label: words.unknownKey(chosen) }] : []),
    ...data.map(({ id, name, prefix }) => ({ value: String(id), label: name, note: `${prefix}…` })),
  ]
  return (
    <div onFocus={() => setNear(true)} onPointerOver={() => setNear(true)}>
      <Select
        label={words.key}
        compact
        value={chosen === undefined ? any : String(chosen)}
        options={options}
        onChange={(key) => onChange(key === any ? undefined : Number(key))}
      />
    </div>
  )
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { operatorNumberWords as words } from '../../words/words.ts'
import { useSearchText } from '../operator/search-in-url.ts'

export type ChosenWorkspace = Pick<Data<'listWorkspaces'>[number], 'id' | 'name' | 'owner'>

interface WorkspaceChooserProps {
  readonly value: ChosenWorkspace | undefined
  readonly onChange: (workspace: ChosenWorkspace) => void
  readonly error?: string | undefined
}

const shownMax = 5

/** A search by name, and its first results. The newest workspaces without one. */
export function WorkspaceChooser({ value, onChange, error }: WorkspaceChooserProps) {
  const [q, setQ] = useState<string>()
  const [text, setText] = useSearchText(undefined, setQ)
  const found = useQuery({
    ...read('listWorkspaces', { query: { limit: shownMax, ...(q !== undefined && { q }) } }),
    placeholderData: keepPreviousData,
  })
  const rows = found.data ?? []
  const shown = value && !rows.some(({ id }) => id === value.id) ? [value, ...rows] : rows
  return (
    <div className="stack">
      <SearchInput label={words.searchWorkspaces} value={text} onChange={setText} />
      {found.isPending ? (
        <Skeleton lines={shownMax} />
      ) : shown.length === 0 ? (
        <output className="pencil">{words.noWorkspace}</output>
      ) : (
        <RadioGroup
          label={words.workspace}
          value={value === undefined ? '' : String(value.id)}
          options={shown.map(({ id, name, owner }) => ({
            value: String(id),
            label: name,
            note: owner.email,
          }))}
          onChange={(chosen) => {
            const workspace = shown.find(({ id }) => String(id) === chosen)
            if (workspace) onChange(workspace)
          }}
          {...(error !== undefined && { error })}
        />
      )}
    </div>
  )
}

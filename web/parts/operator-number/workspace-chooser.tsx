import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Data } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { operatorNumberWords as words } from '../../words/words.ts'
import { useSearchText } from '../operator/search-in-url.ts'

export type ChosenWorkspace = Pick<Data<'listWorkspaces'>[number], 'id' | 'name'>

interface Suggestion {
  readonly workspace: ChosenWorkspace
  readonly note: string
}

interface WorkspaceChooserProps {
  readonly value: ChosenWorkspace | undefined
  readonly onChange: (workspace: ChosenWorkspace) => void
  /** Above the newest ones, until a name is typed. */
  readonly suggested?: readonly Suggestion[] | undefined
}

const shownMax = 5

/** A search by name, and its first results. The newest workspaces without one. */
export function WorkspaceChooser({ value, onChange, suggested = [] }: WorkspaceChooserProps) {
  const [q, setQ] = useState<string>()
  const [text, setText] = useSearchText(undefined, setQ)
  const found = useQuery({
    ...read('listWorkspaces', { query: { limit: shownMax, ...(q !== undefined && { q }) } }),
    placeholderData: keepPreviousData,
  })
  const first = q === undefined ? suggested.map(({ workspace }) => workspace) : []
  const shown = distinct([...first, ...(found.data ?? []), ...(value ? [value] : [])])
  const noteOf = ({ id }: ChosenWorkspace): string | undefined =>
    suggested.find(({ workspace }) => workspace.id === id)?.note ??
    found.data?.find((each) => each.id === id)?.owner.email
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
          options={shown.map((workspace) => optionOf(workspace, noteOf(workspace)))}
          onChange={(chosen) => {
            const workspace = shown.find(({ id }) => String(id) === chosen)
            if (workspace) onChange(workspace)
          }}
        />
      )}
    </div>
  )
}

const optionOf = ({ id, name }: ChosenWorkspace, note: string | undefined) => ({
  value: String(id),
  label: name,
  ...(note !== undefined && { note }),
})

const distinct = (workspaces: readonly ChosenWorkspace[]): readonly ChosenWorkspace[] => [
  ...new Map(workspaces.map((workspace) => [workspace.id, workspace])).values(),
]

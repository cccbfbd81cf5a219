import { useQuery } from '@tanstack/react-query'
import { read } from '../../api/queries.ts'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { fieldError } from '../operator/whole-number.ts'
import { operatorNumberWords as words } from '../../words/words.ts'
import type { OperatorNumber } from './number.ts'
import { WorkspaceChooser, type ChosenWorkspace } from './workspace-chooser.tsx'

export interface Assignment {
  readonly to: 'pool' | 'workspace'
  readonly workspace?: ChosenWorkspace | undefined
}

/** Throws an error for the field when no workspace is chosen. */
export function assignmentBody({ to, workspace }: Assignment) {
  if (to === 'pool') return { pool: true as const }
  if (!workspace) throw fieldError('workspace_id', words.chooseWorkspace)
  return { workspace_id: workspace.id }
}

interface AssignmentFieldsProps {
  readonly carrier: OperatorNumber['carrier']
  readonly value: Assignment
  readonly onChange: (assignment: Assignment) => void
}

export function AssignmentFields({ carrier, value, onChange }: AssignmentFieldsProps) {
  return (
    <>
      <RadioGroup
        label={words.assignTo}
        value={value.to}
        options={[
          { value: 'pool', label: words.pool, note: words.poolNote },
          { value: 'workspace', label: words.oneWorkspace, note: words.workspaceNote },
        ]}
        onChange={(to) => onChange({ ...value, to })}
      />
      {value.to === 'workspace' ? (
        <WorkspaceChooser
          value={value.workspace}
          onChange={(workspace) => onChange({ to: 'workspace', workspace })}
        />
      ) : carrier === 'simulator' ? (
        <RealPool />
      ) : (
        <LeavingNumbers />
      )}
    </>
  )
}

const namedMax = 3

/** The simulated numbers that a real number of the pool replaces. */
function LeavingNumbers() {
  const simulated = useQuery(
    read('listOperatorNumbers', { query: { pool: 'true', carrier: 'simulator', limit: 100 } }),
  )
  const leaving = simulated.data ?? []
  if (leaving.length === 0) return null
  const named = leaving.slice(0, namedMax).map(({ display }) => display)
  return <output>{words.leavePool(named, leaving.length - named.length)}</output>
}

/** A simulated number cannot be beside real ones. */
function RealPool() {
  const real = useQuery(
    read('listOperatorNumbers', { query: { pool: 'true', carrier: 'android', limit: 1 } }),
  )
  return (real.data ?? []).length === 0 ? null : <output>{words.poolIsReal}</output>
}

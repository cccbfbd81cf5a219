import { IconButton } from '../../ui/action/icon-button.tsx'
import { Table, type Column } from '../../ui/data/table.tsx'
import { groupWords } from '../../words/words.ts'
import type { Draft, Problem } from './draft.ts'
import styles from './group.module.css'

const { member: words } = groupWords

interface DraftRowsProps {
  readonly drafts: readonly Draft[]
  /** What is wrong with each. */
  readonly problems: readonly (Problem | undefined)[]
  readonly onEdit: (index: number) => void
  readonly onRemove: (index: number) => void
}

interface Row extends Draft {
  readonly index: number
  readonly problem: string | undefined
}

const columns: readonly Column<Row>[] = [
  { head: words.heads.name, cell: ({ name }) => (name === '' ? '–' : <bdi>{name}</bdi>) },
  {
    head: words.heads.phone,
    cell: ({ phone, problem }) => (
      <div>
        {phone === '' ? '–' : <bdi>{phone}</bdi>}
        {problem !== undefined && <p className={styles.problem}>{problem}</p>}
      </div>
    ),
  },
  {
    head: words.heads.role,
    kind: 'short',
    cell: ({ admin }) => (admin ? words.roles.admin : words.roles.member),
  },
]

/** Members that are stored with the group. */
export function DraftRows({ drafts, problems, onEdit, onRemove }: DraftRowsProps) {
  if (drafts.length === 0) return <p className="pencil">{groupWords.form.noMembers}</p>
  return (
    <Table
      name={words.title}
      columns={columns}
      rows={drafts.map((draft, index) => ({ ...draft, index, problem: problems[index]?.message }))}
      rowKey={({ index }) => index}
      actions={({ index, name, phone }) => (
        <span className={styles.rowActions}>
          <IconButton
            small
            icon="edit"
            label={words.editTitle(name === '' ? phone : name)}
            onClick={() => onEdit(index)}
          />
          <IconButton
            small
            icon="trash"
            label={words.removeDraft(name === '' ? phone : name)}
            onClick={() => onRemove(index)}
          />
        </span>
      )}
    />
  )
}

import { Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { MenuItem, RowMenu } from '../../ui/action/menu.tsx'
import { Curl } from '../../ui/data/curl.tsx'
import { Status } from '../../ui/data/status.tsx'
import { Table, type Column } from '../../ui/data/table.tsx'
import { failureOf } from '../../ui/failure.ts'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { groupWords } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { draftOf, problemsOf, refusalsOf, type Draft } from './draft.ts'
import styles from './group.module.css'
import { membersMax, useMuted, type Group, type Member } from './groups.ts'
import { MemberFields, nobody } from './member-fields.tsx'
import { SeveralMembers, type Refused } from './several-members.tsx'
import { errorsOf } from './use-drafts.ts'

const { member: words } = groupWords

const columnsIn = (workspace: number, muted: ReadonlySet<number>): readonly Column<Member>[] => [
  { head: words.heads.name, cell: ({ name }) => <bdi>{name}</bdi> },
  {
    head: words.heads.phone,
    kind: 'short',
    cell: ({ phone }) => (
      <Link to="/w/$workspace/messages/$phone" params={{ workspace: String(workspace), phone }}>
        {phone}
      </Link>
    ),
  },
  {
    head: words.heads.role,
    kind: 'short',
    cell: ({ admin }) => (admin ? words.roles.admin : words.roles.member),
  },
  {
    head: words.heads.state,
    kind: 'short',
    cell: ({ id }) => <Status word={muted.has(id) ? words.muted : words.active} />,
  },
]

interface MembersProps {
  readonly group: Group
  readonly onEdit: (id: number) => void
  readonly onRemove: (id: number) => void
}

export function Members({ group, onEdit, onRemove }: MembersProps) {
  const { id: workspace } = useWorkspace()
  const { members } = group
  const muted = useMuted(workspace, group.id)
  return (
    <section className="section" aria-labelledby="members">
      <div className={styles.sectionHead}>
        <h2 id="members">{words.title}</h2>
        <span className="pencil small">{words.count(members.length, membersMax)}</span>
      </div>
      {members.length === 0 ? (
        <p className="pencil">{words.none}</p>
      ) : (
        <Table
          name={words.title}
          columns={columnsIn(workspace, muted)}
          rows={members}
          rowKey={({ id }) => id}
          actions={({ id, name }) => (
            <RowMenu name={name}>
              <MenuItem icon="edit" onSelect={() => onEdit(id)}>
                {words.edit}
              </MenuItem>
              <MenuItem icon="trash" onSelect={() => onRemove(id)}>
                {words.remove}
              </MenuItem>
            </RowMenu>
          )}
        />
      )}
      {members.some(({ id }) => muted.has(id)) && <p className={styles.note}>{words.mutedNote}</p>}
      <AddMember group={group} />
    </section>
  )
}

function AddMember({ group }: { readonly group: Group }) {
  const { id: workspace } = useWorkspace()
  const { sms_base_url: base } = useSession().installation
  const [typed, setTyped] = useState(nobody)
  const [errors, setErrors] = useState<ReturnType<typeof errorsOf>>({})
  const nameInput = useRef<HTMLInputElement>(null)
  const store = (body: Draft) => call('sms.addMember', { workspace, id: group.id, body })
  const add = async () => {
    const draft = draftOf(typed.name, typed.phone, typed.admin)
    const [problem] = problemsOf([draft], group.members)
    setErrors(errorsOf(problem))
    if (problem) return
    try {
      await store(draft)
    } catch (error) {
      const [refused] = refusalsOf(error, [draft]) ?? []
      if (!refused) throw error
      setErrors(errorsOf(refused))
      return
    }
    setTyped(nobody)
    nameInput.current?.focus()
    toast.say(words.added(draft.name))
    await invalidate(workspace, 'groups')
  }
  const addAll = async (drafts: readonly Draft[]): Promise<readonly Refused[]> => {
    const problems = problemsOf(drafts, group.members)
    const refused: Refused[] = []
    for (const [index, draft] of drafts.entries()) {
      const problem = problems[index]?.message ?? (await store(draft).then(() => undefined, messageOf))
      if (problem !== undefined) refused.push({ draft, problem })
    }
    const added = drafts.length - refused.length
    if (added > 0) toast.say(words.addedSeveral(added))
    await invalidate(workspace, 'groups')
    return refused
  }
  const full = group.members.length >= membersMax ? words.full(membersMax) : undefined
  return (
    <div className={styles.add}>
      <Form wide onSubmit={add} label={words.add}>
        <MemberFields
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setErrors({})
          }}
          errors={errors}
          nameInput={nameInput}
        />
        <Curl
          method="POST"
          url={`${base}/api/v1/groups/${group.id}/members`}
          body={draftOf(typed.name, typed.phone, typed.admin)}
        />
        <FormActions>
          <SubmitButton kind="quiet" icon="plus" disabledReason={full}>
            {words.add}
          </SubmitButton>
        </FormActions>
      </Form>
      <SeveralMembers onAdd={addAll} />
    </div>
  )
}

const messageOf = (error: unknown): string => failureOf(error).message

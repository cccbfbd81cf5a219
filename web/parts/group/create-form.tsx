import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, type Data } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { LinkButton } from '../../ui/action/link-button.tsx'
import { Curl } from '../../ui/data/curl.tsx'
import { Form, FormActions, FormSection, SubmitButton } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { groupWords, uiWords } from '../../words/words.ts'
import type { WorkspaceNumber } from '../number/numbers.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { draftsIn } from './draft.ts'
import { DraftRows } from './draft-rows.tsx'
import { membersMax, type Group } from './groups.ts'
import { MemberFields } from './member-fields.tsx'
import { isRefusal, refuse, reworded } from './refusal.ts'
import { SeveralMembers } from './several-members.tsx'
import { hostedBy } from './switch-group.ts'
import { useDrafts } from './use-drafts.ts'

const { form: words, member: memberWords } = groupWords

interface CreateFormProps {
  readonly hosts: readonly WorkspaceNumber[]
  readonly groups: readonly Group[]
}

export function CreateForm({ hosts, groups }: CreateFormProps) {
  const workspace = useWorkspace()
  const { installation } = useSession()
  const navigate = useNavigate()
  const members = useDrafts()
  const [name, setName] = useState('')
  const activeOn = (id: number) => groups.find(({ active, number_id: number }) => active && number === id)
  const [numberId, setNumberId] = useState(() => (hosts.find(({ id }) => !activeOn(id)) ?? hosts[0])?.id)
  const body = { name, number_id: numberId ?? 0, members: [...members.drafts] }
  const params = { workspace: String(workspace.id) }
  const create = async () => {
    if (name.trim() === '') refuse('name', words.nameNeeded)
    members.check()
    const { data } = await call('sms.createGroup', { workspace: workspace.id, body }).catch(
      async (error: unknown) => {
        members.markRefused(error)
        throw isRefusal(error, 'no_number') ? await atNumber(error) : error
      },
    )
    await open(data)
  }
  const atNumber = async (error: Parameters<typeof reworded>[0]) => {
    const other = numberId === undefined ? undefined : await hostedBy(workspace.id, numberId)
    const { taken, shared } = groupWords.noNumber
    return reworded(error, other ? taken(other.number, other.name) : shared, 'number_id')
  }
  const open = async ({ group }: Data<'sms.createGroup'>) => {
    toast.say(words.created(group.name))
    await navigate({
      to: '/w/$workspace/groups/$group',
      params: { ...params, group: String(group.id) },
      replace: true,
    })
    await invalidate(workspace.id, 'groups')
  }
  return (
    <Form wide onSubmit={create}>
      <TextInput label={words.name} name="name" help={words.nameHelp} value={name} onChange={setName} />
      <Select
        label={words.number}
        name="number_id"
        help={words.numberHelp}
        value={String(numberId)}
        onChange={(id) => setNumberId(Number(id))}
        options={hosts.map(({ id, display, label }) => {
          const other = activeOn(id)
          const note = other ? words.hosts(other.name) : label
          return { value: String(id), label: display, ...(note !== '' && { note }) }
        })}
      />
      <MembersSection members={members} />
      <Curl method="POST" url={`${installation.sms_base_url}/api/v1/groups`} body={body} />
      <FormActions>
        <SubmitButton>{groupWords.create}</SubmitButton>
        <LinkButton to="/w/$workspace/groups" params={params}>
          {uiWords.cancel}
        </LinkButton>
      </FormActions>
    </Form>
  )
}

function MembersSection({ members }: { readonly members: ReturnType<typeof useDrafts> }) {
  const { drafts, problems, typed, errors, nameInput, type, add, addAll, edit, remove } = members
  return (
    <FormSection title={words.members}>
      <MemberFields
        value={typed}
        onChange={type}
        errors={errors}
        nameInput={nameInput}
        onEnter={add}
        onLines={(lines) => void addAll(draftsIn(lines))}
      />
      <div>
        <Button icon="plus" onClick={add}>
          {memberWords.add}
        </Button>
      </div>
      <SeveralMembers onAdd={addAll} />
      <DraftRows drafts={drafts} problems={problems} onEdit={edit} onRemove={remove} />
      {drafts.length > 0 && <p className="pencil small">{memberWords.count(drafts.length, membersMax)}</p>}
    </FormSection>
  )
}

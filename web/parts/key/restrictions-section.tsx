import { useQuery } from '@tanstack/react-query'
import type { RefObject } from 'react'
import { read } from '../../api/queries.ts'
import { FormSection } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { keyWords } from '../../words/words.ts'
import type { Workspace } from '../session/session.ts'
import { FolderField } from './folder-field.tsx'
import type { SectionProps } from './general-section.tsx'

const words = keyWords.form

interface RestrictionsSectionProps extends SectionProps {
  readonly workspace: Workspace
  readonly chooseFolder: RefObject<HTMLButtonElement | null>
  readonly folderError: string | undefined
}

export function RestrictionsSection(props: RestrictionsSectionProps) {
  const { draft, onChange, workspace, chooseFolder, folderError } = props
  if (draft.service === 'sms')
    return (
      <FormSection title={words.restrictions}>
        <NumberField draft={draft} onChange={onChange} workspace={workspace} />
      </FormSection>
    )
  return (
    <FormSection title={words.restrictions}>
      {draft.service === 'files' && (
        <FolderField
          workspace={String(workspace.id)}
          button={chooseFolder}
          value={draft.folder}
          onChange={(folder) => onChange({ ...draft, folder })}
          error={folderError}
        />
      )}
      <TextArea
        label={words.ips}
        name="ips"
        code
        rows={2}
        help={words.ipsHelp}
        value={draft.ips}
        onChange={(ips) => onChange({ ...draft, ips })}
      />
      <TextArea
        label={words.domains}
        name="domains"
        code
        rows={2}
        help={words.domainsHelp}
        value={draft.domains}
        onChange={(domains) => onChange({ ...draft, domains })}
      />
    </FormSection>
  )
}

interface NumberFieldProps extends SectionProps {
  readonly workspace: Workspace
}

/** The numbers that the workspace may send from. Without the service there are none to ask for. */
export const numbersQuery = ({ id, services }: Workspace) => ({
  ...read('sms.listNumbers', { workspace: String(id) }),
  enabled: services.includes('sms'),
})

function NumberField({ draft, onChange, workspace }: NumberFieldProps) {
  const { data } = useQuery(numbersQuery(workspace))
  return (
    <Select
      label={words.number}
      name="number_id"
      help={words.numberHelp}
      value={draft.numberId === undefined ? 'any' : String(draft.numberId)}
      onChange={(value) => onChange({ ...draft, numberId: value === 'any' ? undefined : Number(value) })}
      options={[
        { value: 'any', label: words.anyNumber },
        ...(data?.numbers ?? []).map(({ id, display, label }) => ({
          value: String(id),
          label: display,
          ...(label !== '' && { note: label }),
        })),
      ]}
    />
  )
}

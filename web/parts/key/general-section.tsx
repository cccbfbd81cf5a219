import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FormSection } from '../../ui/form/form.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { keyWords } from '../../words/words.ts'
import type { Workspace } from '../session/session.ts'
import { withService, type Draft, type Expiry } from './draft.ts'
import type { Obstacle } from './obstacle.ts'
import { services } from './filters.ts'

const words = keyWords.form

export interface SectionProps {
  readonly draft: Draft
  readonly onChange: (draft: Draft) => void
}

interface GeneralSectionProps extends SectionProps {
  readonly workspace: Workspace
  readonly obstacle: Obstacle | undefined
}

export function GeneralSection({ draft, onChange, workspace, obstacle }: GeneralSectionProps) {
  return (
    <FormSection title={words.general}>
      <TextInput
        label={words.name}
        name="name"
        help={words.nameHelp}
        maxLength={100}
        value={draft.name}
        onChange={(name) => onChange({ ...draft, name })}
      />
      <RadioGroup
        label={words.service}
        name="service"
        inline
        value={draft.service}
        onChange={(service) => onChange(withService(draft, service))}
        options={services.map((value) => ({ value, label: keyWords.services[value] }))}
        help={obstacle && <Note workspace={workspace} obstacle={obstacle} />}
      />
      {draft.service !== 'sms' && (
        <RadioGroup
          label={words.environment}
          name="environment"
          inline
          value={draft.environment}
          onChange={(environment) => onChange({ ...draft, environment })}
          options={(['live', 'test'] as const).map((value) => ({ value, label: words.environments[value] }))}
          help={words.environmentHelp}
        />
      )}
      <Expires draft={draft} onChange={onChange} />
    </FormSection>
  )
}

function Note({
  workspace,
  obstacle,
}: {
  readonly workspace: Workspace
  readonly obstacle: Obstacle
}): ReactNode {
  if (obstacle.kind !== 'approval') return obstacle.sentence
  return (
    <>
      {obstacle.sentence}{' '}
      <Link to="/w/$workspace/provisioning" params={{ workspace: String(workspace.id) }}>
        {words.askForAccess}
      </Link>
    </>
  )
}

const expiries: readonly Expiry[] = ['never', '30', '90', '365', 'date']

function Expires({ draft, onChange }: SectionProps) {
  return (
    <>
      <Select
        label={words.expires}
        name={draft.expiry === 'date' ? 'expires' : 'expires_at'}
        value={draft.expiry}
        onChange={(expiry) => onChange({ ...draft, expiry })}
        options={expiries.map((value) => ({ value, label: words.expiries[value] }))}
      />
      {draft.expiry === 'date' && (
        <TextInput
          label={words.expiryDate}
          name="expires_at"
          type="date"
          value={draft.expiryDate}
          onChange={(expiryDate) => onChange({ ...draft, expiryDate })}
        />
      )}
    </>
  )
}

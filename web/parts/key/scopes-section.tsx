import { CheckboxGroup } from '../../ui/form/checkbox-group.tsx'
import { FormSection } from '../../ui/form/form.tsx'
import { Select } from '../../ui/form/select.tsx'
import { keyWords } from '../../words/words.ts'
import { presetFor, type Draft } from './draft.ts'
import type { SectionProps } from './general-section.tsx'
import { presetsOf, scopesOf } from './services.ts'

const words = keyWords.form

export function ScopesSection({ draft, onChange }: SectionProps) {
  const { service, preset: chosen } = draft
  const presets = presetsOf[service]
  const choose = (value: Draft['preset']) => {
    const preset = presets.find((each) => each.value === value)
    onChange({ ...draft, preset: value, ...(preset && { scopes: preset.scopes }) })
  }
  return (
    <FormSection title={words.scopes}>
      <Select<Draft['preset']>
        label={words.preset}
        value={chosen}
        onChange={choose}
        options={[
          ...presets.map(({ value }) => ({ value, label: keyWords.presets[value] })),
          { value: 'custom', label: words.custom },
        ]}
      />
      <CheckboxGroup
        label={words.scopes}
        name="scopes"
        code
        options={Object.entries(scopesOf(service)).map(([value, note]) => ({ value, label: value, note }))}
        value={draft.scopes}
        onChange={(scopes) =>
          onChange({ ...draft, scopes, preset: presetFor(service, scopes, draft.folder !== undefined) })
        }
      />
    </FormSection>
  )
}

import { FormSection } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { grammar, keyWords } from '../../words/words.ts'
import type { SectionProps } from './general-section.tsx'
import { limitsOf } from './services.ts'

const words = keyWords.form

export function LimitsSection({ draft, onChange }: SectionProps) {
  const { perMinute, perDay, fixed } = limitsOf[draft.service]
  const help = fixed ? words.atMost : words.byDefault
  return (
    <FormSection title={words.limits}>
      <TextInput
        label={words.perMinute}
        name="per_minute"
        inputMode="numeric"
        placeholder={grammar.number(perMinute)}
        help={help(perMinute)}
        value={draft.perMinute}
        onChange={(text) => onChange({ ...draft, perMinute: text })}
      />
      {perDay !== null && (
        <TextInput
          label={words.perDay}
          name="per_day"
          inputMode="numeric"
          placeholder={grammar.number(perDay)}
          help={help(perDay)}
          value={draft.perDay}
          onChange={(text) => onChange({ ...draft, perDay: text })}
        />
      )}
    </FormSection>
  )
}

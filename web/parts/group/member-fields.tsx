import type { ClipboardEvent, KeyboardEvent, RefObject } from 'react'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { groupWords } from '../../words/words.ts'
import type { Draft } from './draft.ts'
import styles from './group.module.css'

const { member: words } = groupWords

export const nobody: Draft = { name: '', phone: '', admin: false }

interface MemberFieldsProps {
  readonly value: Draft
  readonly onChange: (value: Draft) => void
  readonly errors?: { readonly name?: string | undefined; readonly phone?: string | undefined }
  /** Gets the focus after a member was added, for the next one. */
  readonly nameInput?: RefObject<HTMLInputElement | null>
  /** Within a form that does something else on Enter. */
  readonly onEnter?: () => void
  /** Gets text of several lines or columns that is pasted into the name. */
  readonly onLines?: (lines: string) => void
}

export function MemberFields({
  value,
  onChange,
  errors = {},
  nameInput,
  onEnter,
  onLines,
}: MemberFieldsProps) {
  const press = (event: KeyboardEvent) => {
    if (!onEnter || event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    onEnter()
  }
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text')
    if (!onLines || !/[\n\t]/u.test(pasted.trim())) return
    event.preventDefault()
    onLines(pasted)
  }
  return (
    <>
      <div className={styles.pair}>
        <TextInput
          label={words.name}
          name="member_name"
          {...(nameInput && { ref: nameInput })}
          help={words.nameHelp}
          error={errors.name}
          value={value.name}
          onChange={(name) => onChange({ ...value, name })}
          onKeyDown={press}
          onPaste={paste}
        />
        <TextInput
          label={words.phone}
          name="member_phone"
          type="tel"
          help={words.phoneHelp}
          error={errors.phone}
          value={value.phone}
          onChange={(phone) => onChange({ ...value, phone })}
          onKeyDown={press}
        />
      </div>
      <Checkbox
        label={words.admin}
        name="member_admin"
        help={words.adminHelp}
        checked={value.admin}
        onChange={(admin) => onChange({ ...value, admin })}
      />
    </>
  )
}

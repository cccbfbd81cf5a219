import { Button } from '../../ui/action/button.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { shareWords as words } from '../../words/words.ts'
import type { Draft, Edits, SharedItem } from './draft.ts'
import { newPassword } from './new-password.ts'
import styles from './share.module.css'

interface PasswordFieldProps {
  readonly item: SharedItem
  readonly draft: Draft
  readonly onEdit: (edits: Edits) => void
}

/** The password is readable, because it is to be passed on. What is saved is never shown. */
export function PasswordField({ item, draft: { password, removesPassword }, onEdit }: PasswordFieldProps) {
  const isSet = item.share_password_protected
  const help = removesPassword ? words.passwordRemoved : isSet ? words.passwordKept : words.passwordHelp
  return (
    <div className={styles.password}>
      <TextInput
        label={words.password}
        name="password"
        code
        value={password}
        onChange={(typed) => onEdit({ password: typed, removesPassword: false })}
        help={help}
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className={styles.passwordActions}>
        <Button onClick={() => onEdit({ password: newPassword(), removesPassword: false })}>
          {words.generate}
        </Button>
        {isSet && (
          <Button onClick={() => onEdit({ password: '', removesPassword: !removesPassword })}>
            {removesPassword ? words.keepPassword : words.removePassword}
          </Button>
        )}
      </div>
    </div>
  )
}

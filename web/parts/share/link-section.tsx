import { Button } from '../../ui/action/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { grammar, shareWords as words } from '../../words/words.ts'
import { useSession } from '../session/session.ts'
import type { SharedItem } from './draft.ts'
import styles from './share.module.css'

interface LinkSectionProps {
  readonly item: SharedItem
  /** For visitors. */
  readonly message: string
}

/** The link as it is saved: whether it works, and what to send to people. */
export function LinkSection({ item, message }: LinkSectionProps) {
  const { user } = useSession()
  const { share_active: works, share_url: url, share_expires_at: at } = item
  const expiresAt = at === null ? undefined : new Date(at)
  const invitation = words.invitation({
    sharer: `${user.first_name} ${user.last_name}`.trim(),
    name: item.name,
    url,
    message,
    isLimited: item.share_status === 'limited',
    hasPassword: item.share_password_protected,
    expiresAt,
  })
  const reason = works ? undefined : words.turnOnFirst
  return (
    <section className={styles.link}>
      <TextInput
        label={words.link}
        value={url}
        readOnly
        code
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className={styles.copies}>
        <output className={works ? styles.works : styles.off}>
          <Icon name={works ? 'link' : 'lock'} size={16} />
          <span>{works ? words.works : words.off}</span>
          {works && expiresAt && (
            <span className={styles.until}>{words.until(grammar.minuteTime(expiresAt))}</span>
          )}
        </output>
        <CopyButton text={url} label={words.copyLink} reason={reason} />
        <CopyButton text={invitation} label={words.copyInvitation} reason={reason} />
      </div>
      <p className="small pencil">{words.nobodyIsMailed}</p>
    </section>
  )
}

interface CopyButtonProps {
  readonly text: string
  readonly label: string
  readonly reason?: string | undefined
}

function CopyButton({ text, label, reason }: CopyButtonProps) {
  const { copied, copy } = useCopy(text)
  return (
    <Button icon={copied ? 'check' : 'copy'} onClick={copy} disabledReason={reason}>
      {copied ? words.copied : label}
    </Button>
  )
}

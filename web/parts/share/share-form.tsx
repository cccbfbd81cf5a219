import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/action/button.tsx'
import { Copyable } from '../../ui/data/copyable.tsx'
import { Curl } from '../../ui/data/curl.tsx'
import { Form, FormActions, SubmitButton } from '../../ui/form/form.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import type { Option } from '../../ui/form/select.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { useNow } from '../../ui/now.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { shareWords as words, uiWords } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { AddressField, problemWith } from './address-field.tsx'
import { draftOf, requestOf, type Draft, type Edits, type SharedItem, type ShareStatus } from './draft.ts'
import { ExpiryField, problemWithDate } from './expiry-field.tsx'
import { LinkSection } from './link-section.tsx'
import { PasswordField } from './password-field.tsx'
import { saveShare } from './save-share.ts'
import styles from './share.module.css'

interface ShareFormProps {
  readonly item: SharedItem
  /** For visitors, as it is saved. */
  readonly message: string
  readonly onClose: () => void
}

/** As the server takes it. */
const messageMax = 1000

const statuses: readonly Option<ShareStatus>[] = [
  { value: 'private', label: words.nobody },
  { value: 'public', label: words.anyone },
  { value: 'limited', label: words.limited, note: words.limitedNote },
]

const isComplete = ({ status, emails, expiry, date }: Draft, now: Date): boolean =>
  status === 'private' ||
  ((status !== 'limited' || problemWith(emails) === undefined) &&
    (expiry !== 'date' || problemWithDate(date, now) === undefined))

/** Who may open an item, until when, and its link. */
export function ShareForm({ item, message, onClose }: ShareFormProps) {
  const { id: workspace } = useWorkspace()
  const { installation } = useSession()
  const [edits, setEdits] = useState<Edits>({})
  const [savedPassword, setSavedPassword] = useState('')
  const top = useRef<HTMLDivElement>(null)
  // The dialog may have been open before this form was there.
  useEffect(() => top.current?.querySelector<HTMLElement>('[role=radio][aria-checked=true]')?.focus(), [])
  const draft = draftOf(item, message, edits)
  const edit = (more: Edits) => setEdits((now) => ({ ...now, ...more }))
  const save = async () => {
    const now = new Date()
    if (!isComplete(draft, now)) return
    await saveShare({ workspace, item, draft, message, now })
    setSavedPassword(draft.status === 'private' ? '' : draft.password)
    setEdits({})
    toast.say(words.saved)
  }
  const isPrivate = draft.status === 'private'
  return (
    <Form onSubmit={save} wide>
      <div ref={top}>
        <RadioGroup
          label={words.who}
          name="status"
          options={statuses}
          value={draft.status}
          onChange={(status) => edit({ status })}
        />
      </div>
      {isPrivate && item.share_active && <output className={styles.stops}>{words.stops}</output>}
      {draft.status === 'limited' && (
        <>
          <AddressField value={draft.emails} onChange={(emails) => edit({ emails })} />
          {installation.mail === 'outbox' && <p className={styles.outbox}>{words.outbox}</p>}
        </>
      )}
      {!isPrivate && (
        <>
          <PasswordField item={item} draft={draft} onEdit={edit} />
          {savedPassword !== '' && (
            <output className={styles.savedPassword}>
              {words.passwordSaved} <Copyable text={savedPassword} what={words.password} />
            </output>
          )}
          <ExpiryField item={item} draft={draft} onEdit={edit} />
          <TextArea
            label={words.message}
            name="message"
            rows={3}
            maxLength={messageMax}
            help={words.messageHelp}
            value={draft.message}
            onChange={(text) => edit({ message: text })}
          />
        </>
      )}
      <LinkSection item={item} message={message} />
      <ShareCurl item={item} draft={draft} />
      <FormActions>
        <Button onClick={onClose}>{Object.keys(edits).length > 0 ? uiWords.cancel : words.done}</Button>
        <SubmitButton>{words.save}</SubmitButton>
      </FormActions>
    </Form>
  )
}

/** Without the password, which is a secret. */
function ShareCurl({ item, draft }: { readonly item: SharedItem; readonly draft: Draft }) {
  const { installation } = useSession()
  const now = useNow()
  const shares = `${installation.gateway_url}/v1/files/shares`
  if (draft.status === 'private') return <Curl method="DELETE" url={`${shares}/${item.id}`} />
  const request = requestOf(draft, item, now)
  return (
    <Curl
      method="POST"
      url={shares}
      body={{ file_id: item.id, ...request, ...(draft.password !== '' && { password: words.yourPassword }) }}
    />
  )
}

import type { Data, Input } from '../../api/call.ts'
import { expiresAt, type Expiry } from './expiry.ts'

/** What the dialog reads of a file or folder. */
export type SharedItem = Pick<
  Data<'files.getFile'>,
  | 'id'
  | 'name'
  | 'type'
  | 'share_status'
  | 'share_active'
  | 'share_url'
  | 'shared_with'
  | 'share_password_protected'
  | 'share_expires_at'
>

export type ShareStatus = SharedItem['share_status']

export interface Draft {
  readonly status: ShareStatus
  readonly emails: readonly string[]
  /** Empty: as it is. */
  readonly password: string
  readonly removesPassword: boolean
  readonly expiry: Expiry
  /** As `datetime-local` inputs have it. */
  readonly date: string
  /** For visitors. */
  readonly message: string
}

/** What a person changed since they last saved. The rest follows the server. */
export type Edits = Partial<Draft>

export const draftOf = (item: SharedItem, message: string, edits: Edits): Draft => ({
  status: item.share_status,
  emails: item.shared_with?.split(',') ?? [],
  password: '',
  removesPassword: false,
  expiry: item.share_expires_at === null ? 'never' : 'kept',
  date: '',
  message,
  ...edits,
})

type Request = Input<'files.updateShare'>['body']

/** What saving the draft asks for. What stays as it is, is left out. */
export function requestOf(draft: Draft, item: SharedItem, now: Date): Request {
  const { status, emails, password, removesPassword, expiry, date } = draft
  const expires = expiresAt(expiry, date, now)
  const staysForever = expires === '' && item.share_expires_at === null
  return {
    status,
    ...(status === 'limited' && { emails: emails.join(',') }),
    ...((password !== '' || removesPassword) && { password }),
    ...(expires !== undefined && !staysForever && { expires_at: expires }),
  }
}

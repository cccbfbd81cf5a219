import { z } from 'zod'
import type { Context } from '../../api/context.ts'
import { emptyIsAbsent, instant, nullIsAbsent, refusedAs, text, withLength } from '../../api/field.ts'
import { itemId } from '../item/model.ts'
import { shownShare, type StoredShare } from '../item/rules.ts'
import { passwordCharactersMax } from './rules.ts'

/** docs/api/shares.md#the-link */
export const Share = z
  .object({
    file_id: itemId(),
    status: z.enum(['private', 'public', 'limited']),
    url: z.string().describe('opens the file only while share_active is true'),
    share_active: z.boolean(),
    shared_with: z.string().nullable().describe('comma-separated e-mail addresses of a limited share'),
    share_password_protected: z.boolean(),
    share_expires_at: instant().nullable(),
  })
  .meta({ id: 'Share' })
export type Share = z.output<typeof Share>

export const SharedId = refusedAs(
  'invalid_file_id',
  z.string().regex(/^[0-9A-Za-z]{8}$/, 'must be the id of a file or folder: 8 letters and digits'),
)

export const ShareStatus = refusedAs('invalid_status', z.enum(['private', 'public', 'limited']))

export const shareFields = {
  emails: emptyIsAbsent(
    refusedAs('share_failed', text())
      .optional()
      .describe('comma-separated addresses that may open a limited share, at most 100; omitted: unchanged'),
  ),
  password: nullIsAbsent(
    withLength({ max: passwordCharactersMax }, refusedAs('share_failed', text()))
      .optional()
      .describe('8 characters or more; an empty string clears it; omitted: unchanged'),
  ),
  expires_at: nullIsAbsent(
    refusedAs('share_failed', text())
      .optional()
      .describe('ISO 8601 or YYYY-MM-DD HH:MM:SS in UTC; an empty string clears it; omitted: unchanged'),
  ),
}

export function toShare(
  share: StoredShare & { readonly id: string },
  { clock, origins }: Pick<Context, 'clock' | 'origins'>,
): Share {
  const { share_status: status, ...shown } = shownShare(share, clock.now())
  return { file_id: share.id, status, url: `${origins.files}/sl/${share.id}`, ...shown }
}

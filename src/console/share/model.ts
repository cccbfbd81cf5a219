import { z } from 'zod'
import { instant, refusedAs, text, withLength } from '../../api/field.ts'
import { ItemId } from '../../files/item/model.ts'
import { isMessage, messageCharactersMax } from '../../files/share/rules.ts'
import { inWorkspace } from '../adopted.ts'

export const OfShare = z.object({
  ...inWorkspace.shape,
  file_id: ItemId.describe('The ID of a file or folder.'),
})

export const ShareNote = z
  .object({
    message: z.string().describe('Empty without one. Plain text in lines.'),
    shared_by: z
      .object({ id: z.int(), name: z.string() })
      .nullable()
      .describe(
        'Who turned the link on. Null while the item is private, and when they left or are disabled.',
      ),
    shared_at: instant().nullable(),
  })
  .meta({ id: 'ShareNote' })

/** Browsers send line ends of forms as CR LF. */
export const ShareMessage = refusedAs(
  'invalid_message',
  withLength(
    { max: messageCharactersMax },
    text()
      .transform((message) => message.replaceAll('\r\n', '\n').trim())
      .refine(
        isMessage,
        `must have at most ${messageCharactersMax} characters, without control characters and text direction overrides`,
      ),
  ),
)

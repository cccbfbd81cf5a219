import { z } from 'zod'
import type { Context } from '../../../../api/context.ts'
import { mobilePrefix } from '../phone/model.ts'
import { parseVersion } from '../phone/rules.ts'
import { openPostSecrets } from '../phone/secrets.ts'
import type { PhoneRow } from '../phone/store.ts'
import { eventsFor } from './rules.ts'

export const PhoneWebhook = z.object({
  id: z.string().describe('stays the same: the app notifies its owner of each new one'),
  url: z.string(),
  event: z.string(),
})
export type PhoneWebhook = z.output<typeof PhoneWebhook>

/** The address contains a secret. */
export function webhooksOf(
  { number_id: numberId, app_version: version, sealed_secret: sealed }: PhoneRow,
  { vault, origins }: Pick<Context, 'vault' | 'origins'>,
): PhoneWebhook[] {
  const { address } = openPostSecrets(vault, sealed, numberId)
  const url = `${origins.phones}${mobilePrefix}/inbound/${address}`
  return eventsFor(parseVersion(version)).map((event) => ({
    id: `${numberId}-${event.replace(':', '-')}`,
    url,
    event,
  }))
}

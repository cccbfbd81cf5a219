import { eachAtOnce } from '../../bench/files/client.ts'
import type { Client, Item, Message } from './client.ts'

/** What a workspace has, as its own keys read it: by id, so that two of them compare. */
export interface Holdings {
  readonly items: Readonly<Record<string, Item & { readonly sha256: string | undefined }>>
  readonly messages: Readonly<Record<string, Message>>
  readonly webhooks: readonly object[]
  readonly members: unknown
}

/** Statuses that do not change any more. */
const final = ['delivered', 'failed', 'expired', 'cancelled', 'received']

const atOnce = 8

/** Downloads every file. */
export async function holdingsOf(client: Client): Promise<Holdings> {
  const items: Record<string, Holdings['items'][string]> = {}
  await eachAtOnce(await client.tree(), atOnce, async (item) => {
    const { id, type, name, parent_id, size } = item
    const sha256 = type === 'file' ? await client.digest(id) : undefined
    items[id] = { id, type, name, parent_id, size, sha256 }
  })
  return {
    items,
    messages: Object.fromEntries((await client.messages()).map((message) => [message.id, shown(message)])),
    webhooks: (await client.webhooks()).map(withoutResults),
    members: await client.members(),
  }
}

const shown = ({ id, direction, phone, body, status, client_ref, number }: Message): Message => ({
  id,
  direction,
  phone,
  body,
  status,
  client_ref,
  number,
})

/** What it must have after a restore: queued messages may have ended since. */
export const lasting = (holdings: Holdings) => ({
  ...holdings,
  messages: Object.fromEntries(
    Object.entries(holdings.messages).map(([id, { status, number, ...rest }]) => [
      id,
      final.includes(status) ? { ...rest, status, number } : rest,
    ]),
  ),
})

/** Deliveries went on. */
const withoutResults = (webhook: object): object =>
  Object.fromEntries(Object.entries(webhook).filter(([name]) => !name.startsWith('last_')))

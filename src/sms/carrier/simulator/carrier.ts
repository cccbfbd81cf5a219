import type { Carrier } from '../carrier.ts'
import { textsAmong } from './store.ts'

/** Virtual phones: a loop drives them, and their table answers for them. */
export const simulator: Carrier = {
  name: 'simulator',
  async askAfter({ database }, handed) {
    if (handed.length === 0) return []
    const texts = await textsAmong(
      database,
      handed.map(({ id }) => id),
    )
    return texts.map(({ message_id: messageId, number_id: numberId, at }) => ({
      messageId,
      numberId,
      status: 'sent',
      at,
    }))
  },
}

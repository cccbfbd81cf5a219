import { unlimited } from '../../number/send-rate.ts'
import type { Carrier } from '../carrier.ts'
import { confirmTexts, handOverTexts } from './loops.ts'
import { behaviorDefault } from './model.ts'
import { forgetOutage, insertSimulator, textsAmong } from './store.ts'

export const simulator: Carrier = {
  name: 'simulator',
  isSimulated: true,
  startsOnline: true,
  sendRateDefault: { ...unlimited, outstandingMax: 100, coolsDown: false },
  async setUp(tx, _context, numberId) {
    await insertSimulator(tx, numberId, behaviorDefault)
    return undefined
  },
  switchOnline: forgetOutage,
  async queryStatus({ database }, handed) {
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
  loops: [handOverTexts, confirmTexts],
  jobs: [],
}

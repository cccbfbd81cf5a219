import type { Loop } from '../api/loop.ts'
import { settleUnreported } from './reconcile/reconcile-messages.ts'
import { watchPhones } from './carrier/android/phone/watch-phones.ts'
import { routeWaiting } from './inbound/route-waiting.ts'
import { expireMessages } from './queue/expire-messages.ts'
import { confirmTexts, handOverTexts } from './carrier/simulator/loops.ts'

/** The loops of the SMS service. */
export const loops: readonly Loop[] = [
  handOverTexts,
  confirmTexts,
  expireMessages,
  settleUnreported,
  routeWaiting,
  watchPhones,
]

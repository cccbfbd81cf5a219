import type { Loop } from '../api/loop.ts'
import { carriers } from './carriers.ts'
import { routeWaiting } from './inbound/route-waiting.ts'
import { expireMessages } from './queue/expire-messages.ts'
import { reconcileMessages } from './reconcile/reconcile-messages.ts'

export const loops: readonly Loop[] = [
  ...carriers.flatMap((carrier) => carrier.loops),
  expireMessages,
  reconcileMessages,
  routeWaiting,
]

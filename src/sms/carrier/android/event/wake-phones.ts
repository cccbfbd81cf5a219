import type { Context } from '../../../../api/context.ts'
import type { Loop } from '../../../../api/loop.ts'
import { monotonicMs } from '../../../../platform/clock.ts'
import { queueChannel } from '../../../lanes.ts'
import { noteContact } from '../phone/store.ts'
import { requestMissedTexts } from './request-missed-texts.ts'
import { mayWakeAt, phonesToWake, wakePauseMsMin, afterWake, type WakeState } from './rules.ts'
import { listeningPhones, waitingForPool } from './store.ts'

const idleMs = 15_000
const waitingMax = 200
const noteMs = 20_000

export function wakePhones(): Loop {
  const woken = new Map<string, WakeState>()
  let notedAt = 0

  async function noteListening(context: Context, deviceIds: readonly string[]): Promise<void> {
    const now = context.clock.now()
    if (now.getTime() - notedAt < noteMs) return
    notedAt = now.getTime()
    await noteContact(context.database, deviceIds, now)
    await requestMissedTexts(context, deviceIds)
  }

  return {
    name: 'wake-phones',
    wokenBy: queueChannel,
    pauseMsMax: idleMs,
    async run(context) {
      const { database, streams } = context
      const listeners = streams.listeners()
      for (const id of woken.keys()) if (!listeners.includes(id)) woken.delete(id)
      if (listeners.length === 0) return idleMs
      const phones = await listeningPhones(database, listeners, context.clock.now())
      const inForce = new Set(phones.map(({ deviceId }) => deviceId))
      for (const id of listeners) if (!inForce.has(id)) streams.end(id)
      await noteListening(context, [...inForce])
      const waiting = phones.some(({ pool }) => pool) ? await waitingForPool(database, waitingMax) : []
      const nowMs = monotonicMs()
      let restMs = idleMs
      for (const phone of phonesToWake(phones, waiting, ({ deviceId }) => woken.get(deviceId), nowMs)) {
        const before = woken.get(phone.deviceId)
        const waitMs = mayWakeAt(phone, before) - nowMs
        restMs = Math.min(restMs, Math.max(waitMs, wakePauseMsMin / 10))
        if (waitMs > 0) continue
        woken.set(phone.deviceId, afterWake(phone, before, nowMs))
        streams.send(phone.deviceId, 'MessageEnqueued')
        restMs = Math.min(restMs, wakePauseMsMin)
      }
      return waiting.length > 0 ? Math.min(restMs, wakePauseMsMin) : restMs
    },
  }
}

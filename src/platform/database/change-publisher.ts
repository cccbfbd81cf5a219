import { ChangeSet, type Change } from '../changes/change-set.ts'

/** PostgreSQL refuses payloads of 8,000 bytes. */
const payloadBytesMax = 7000

export interface ChangePublisher {
  readonly tell: (change: Change) => void
  /** Sends what waits. */
  readonly close: () => Promise<void>
}

/** Sends changes of the same moment together, then at most once every `everyMs`. A send that fails is not repeated. */
export function changePublisher(
  everyMs: number,
  send: (payloads: readonly string[]) => Promise<unknown>,
): ChangePublisher {
  const waiting = new ChangeSet()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  async function flush(): Promise<void> {
    timer = undefined
    if (waiting.size === 0) return
    timer = setTimeout(() => void flush(), everyMs)
    await send(payloadsOf(waiting.take()))
  }

  return {
    tell: (change) => {
      if (closed) return
      waiting.add(change)
      timer ??= setTimeout(() => void flush(), 0)
    },
    close: async () => {
      closed = true
      clearTimeout(timer)
      if (waiting.size > 0) await send(payloadsOf(waiting.take()))
    },
  }
}

/** As triggers in migrations/ write them too: `[scope, topic, ids]`. */
function payloadsOf(changes: readonly Change[]): readonly string[] {
  const payloads: string[] = []
  let [texts, bytes]: [string[], number] = [[], 0]
  for (const { scope, topic, ids } of changes) {
    const text = JSON.stringify([scope, topic, ids])
    if (bytes + text.length > payloadBytesMax) {
      payloads.push(`[${texts.join()}]`)
      ;[texts, bytes] = [[], 0]
    }
    texts.push(text)
    bytes += Buffer.byteLength(text) + 1
  }
  return [...payloads, `[${texts.join()}]`]
}

export const changesOf = (payload: string): readonly Change[] =>
  (JSON.parse(payload) as readonly [Change['scope'], string, Change['ids']][]).map(([scope, topic, ids]) => ({
    scope,
    topic,
    ids,
  }))

import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'
import { send, form, whole, type SendOptions } from '../files/client.ts'

// The neighbor, in its own process: its measurements must not wait for the attacker's event loop.

/** What the neighbour calls, each over and over with a pause. */
export interface VictimOrder {
  readonly files: string
  readonly sms: string
  readonly filesKey: string
  readonly smsKey: string
  readonly fileId: string
  readonly linkUrl: string
}

export const operations = ['list', 'get', 'upload', 'send', 'page'] as const
export type Operation = (typeof operations)[number]

/** Milliseconds of each call of an operation; failures are told apart. */
export interface Samples {
  readonly latencies: Readonly<Record<Operation, readonly number[]>>
  readonly failures: readonly string[]
}

const pauseMs = 15
const answerMsMax = 20_000

function callsOf(
  order: VictimOrder,
): Readonly<Record<Operation, (round: number) => readonly [string, SendOptions]>> {
  const { files, sms, filesKey, smsKey, fileId, linkUrl } = order
  const headers = { authorization: `Bearer ${filesKey}` }
  return {
    list: () => [`${files}/files?limit=20`, { headers }],
    get: () => [`${files}/files/${fileId}`, { headers }],
    upload: () => {
      const { headers: typed, body } = form('note.txt', whole(Buffer.from('hello')), {})
      return [`${files}/files`, { method: 'POST', headers: { ...headers, ...typed }, body }]
    },
    send: (round) => [
      `${sms}/messages`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${smsKey}`, 'content-type': 'application/json' },
        body: whole(Buffer.from(JSON.stringify({ to: '+12025550123', body: `message ${round}` }))),
      },
    ],
    page: () => [linkUrl, { headers: { 'x-forwarded-for': '203.0.113.7' } }],
  }
}

async function measure(order: VictimOrder, ms: number): Promise<Samples> {
  const endMs = performance.now() + ms
  const calls = callsOf(order)
  const failures: string[] = []
  const loop = async (operation: Operation): Promise<readonly number[]> => {
    const latencies: number[] = []
    for (let round = 0; performance.now() < endMs; round++) {
      const startedMs = performance.now()
      try {
        const late = delay(answerMsMax, undefined, { ref: false }).then(() => {
          throw new Error('no answer')
        })
        await Promise.race([send(...calls[operation](round)), late])
      } catch (error) {
        failures.push(`${operation}: ${error instanceof Error ? error.message : String(error)}`)
      }
      latencies.push(performance.now() - startedMs)
      await delay(pauseMs)
    }
    return latencies
  }
  const [list, get, upload, sent, page] = await Promise.all([
    loop('list'),
    loop('get'),
    loop('upload'),
    loop('send'),
    loop('page'),
  ])
  return { latencies: { list, get, upload, send: sent, page }, failures }
}

if (process.send) {
  const order = JSON.parse(process.argv[2] ?? '{}') as VictimOrder
  process.on('message', ({ ms }: { readonly ms: number }) => {
    void measure(order, ms).then((samples) => process.send?.(samples))
  })
}

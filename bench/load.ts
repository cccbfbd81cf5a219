import type { ChildProcess } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import autocannon, { type Request } from 'autocannon'

export const connections = 16
const warmUpRounds = 2
export const rounds = 3
export const secondsARound = 3

export interface Sample {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Microseconds of processor that the server spends on one, user and system. */
  readonly processor: number
}

export interface Target {
  readonly name: string
  readonly measure: () => Promise<Sample>
}

/** What a process has used so far, in seconds, user and system. Linux counts in hundredths. */
export async function processorSeconds({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = status.slice(status.lastIndexOf(')')).split(' ').slice(12, 14).map(Number)
  return ((user ?? 0) + (system ?? 0)) / 100
}

interface LoadOptions {
  readonly headers?: Readonly<Record<string, string>>
  /** What every answer has to be. */
  readonly expected?: '2xx' | '4xx'
  readonly connections?: number
  /** The requests that a connection repeats in this order, by its index. Without it each connection gets `url`. */
  readonly requestsOf?: (connection: number) => Request[]
}

/** Requests over HTTP, 16 at once unless said otherwise. */
export async function load(
  server: ChildProcess,
  url: string,
  { headers = {}, expected = '2xx', connections: atOnce = connections, requestsOf }: LoadOptions = {},
): Promise<Sample> {
  const before = await processorSeconds(server)
  let opened = 0
  const result = await autocannon({
    url,
    connections: atOnce,
    duration: secondsARound,
    headers,
    ...(requestsOf && { setupClient: (client) => client.setRequests(requestsOf(opened++)) }),
  })
  const answers = result[expected]
  const others = result['2xx'] + result.non2xx - answers + result.errors
  if (others > 0 || answers === 0)
    throw new Error(
      `${url} answered ${others} times something else: ${JSON.stringify(result.statusCodeStats)}`,
    )
  const seconds = (await processorSeconds(server)) - before
  return {
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    processor: (seconds * 1e6) / answers,
  }
}

export const bearer = (key: string) => ({ headers: { authorization: `Bearer ${key}` } })

/** One measurement of each, and so on, so that a machine that changes its speed changes it for all. */
export async function inTurns(targets: readonly Target[]): Promise<ReadonlyMap<string, readonly Sample[]>> {
  const samples = new Map<string, Sample[]>(targets.map(({ name }) => [name, []]))
  // Some rounds that do not count: the compiler goes on making code faster for ten seconds and more.
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const { name, measure } of targets) {
      const sample = await measure()
      if (round >= 0) samples.get(name)?.push(sample)
    }
  }
  return samples
}

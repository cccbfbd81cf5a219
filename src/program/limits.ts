import type { Limiters } from '../api/limiters.ts'
import { FairLimiter, type FairLimits } from '../platform/concurrency/fair-limiter.ts'

export interface LimitsOptions {
  readonly connections: number
  readonly processors: number
}

const half = (count: number): number => Math.max(1, Math.floor(count / 2))

/** For work that cannot be refused halfway. An earlier limiter bounds how much waits. */
const patient = { waitingMax: Number.POSITIVE_INFINITY, waitMsMax: 2 ** 31 - 1 }

const limits = {
  statements: ({ connections, processors }) => {
    const ofStranger = { runningMax: 1, waitingMax: 4 }
    return {
      runningMax: half(connections),
      waitingMax: 2000,
      waitMsMax: 20_000,
      flows: {
        workspace: { runningMax: half(Math.min(connections, processors)), waitingMax: 500 },
        ip: ofStranger,
        link: ofStranger,
      },
    }
  },
  people: ({ connections, processors }) => ({
    runningMax: half(connections),
    waitingMax: 2000,
    waitMsMax: 20_000,
    flows: { workspace: { runningMax: half(Math.min(half(connections), processors)), waitingMax: 100 } },
  }),
  plans: ({ processors }) => {
    const each = { runningMax: 1, waitingMax: 32 }
    return {
      // One long plan must not block all others.
      runningMax: 1 + half(processors),
      waitingMax: 200,
      waitMsMax: 20_000,
      flows: { workspace: each, ip: { ...each, waitingMax: 4 }, link: { ...each, waitingMax: 8 } },
    }
  },
  checksums: () => {
    const each = { runningMax: 2, waitingMax: Number.POSITIVE_INFINITY }
    return { ...patient, runningMax: 8, flows: { workspace: each, ip: each, link: each } }
  },
  compressions: () => ({
    runningMax: 16,
    waitingMax: 500,
    waitMsMax: 60_000,
    flows: { workspace: { runningMax: 2, waitingMax: 60 } },
  }),
  compressors: ({ processors }) => {
    const runningMax = Math.min(3, processors)
    return { ...patient, runningMax, flows: { workspace: { ...patient, runningMax: half(runningMax + 1) } } }
  },
  extractions: () => ({
    runningMax: 8,
    waitingMax: 500,
    waitMsMax: 60_000,
    flows: { workspace: { runningMax: 1, waitingMax: 60 } },
  }),
  drawings: ({ processors }) => {
    const runningMax = half(processors)
    return { ...patient, runningMax, flows: { workspace: { ...patient, runningMax: half(runningMax) } } }
  },
  passwords: () => {
    const ofStranger = { runningMax: 1, waitingMax: 8 }
    return {
      // A link gets only one.
      runningMax: 2,
      waitingMax: 200,
      waitMsMax: 10_000,
      flows: {
        workspace: { runningMax: 1, waitingMax: 40 },
        ip: ofStranger,
        link: { ...ofStranger, waitingMax: 32 },
      },
    }
  },
  tries: ({ connections }) => {
    const each = { runningMax: 1, waitingMax: 64 }
    return {
      runningMax: Math.max(1, Math.floor(connections / 4)),
      waitingMax: 200,
      waitMsMax: 10_000,
      flows: { ip: each, link: each },
    }
  },
  visits: () => ({
    runningMax: 20,
    waitingMax: 400,
    waitMsMax: 10_000,
    flows: {
      // Over HTTP/2 a browser asks for all hundred thumbnails of a gallery at once.
      ip: { runningMax: 4, waitingMax: 200 },
      // Some stay free while forms at several links wait for password hashes.
      link: { runningMax: 8, shareOfFreeMax: 2 / 3, waitingMax: 200 },
    },
  }),
  devices: ({ connections }) => ({
    runningMax: half(connections),
    waitingMax: 2000,
    // Phones give up after five seconds.
    waitMsMax: 4000,
    flows: { device: { runningMax: 2, waitingMax: 100 } },
  }),
} satisfies Readonly<Record<keyof Limiters, (options: LimitsOptions) => FairLimits>>

export function openLimiters(options: LimitsOptions): Limiters {
  const entries = Object.entries(limits).map(([resource, limitsFor]) => [
    resource,
    new FairLimiter(resource, limitsFor(options)),
  ])
  return Object.fromEntries(entries) as Limiters
}

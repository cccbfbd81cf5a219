import { FairTurns, type TurnLimits } from '../platform/concurrency/fair-limiter.ts'

/** What is scarce in one process, and shared by all who use it. */
export interface Turns {
  /** Connections of the pool for statements that walk through, copy or delete whole trees. */
  readonly statements: FairTurns
  /** Connections of the pool for changes of people, which wait for the lock of a tenant or a person. */
  readonly people: FairTurns
  /** Plans of archives: each has ten thousand rows in memory and on this thread. */
  readonly plans: FairTurns
  /** Blobs that are read from end to end for their checksum. */
  readonly checksums: FairTurns
  /** Archives in the making, each with some megabytes in memory. */
  readonly compressions: FairTurns
  /** Threads in which blocks are compressed. */
  readonly compressors: FairTurns
  /** Archives that are being extracted, each with some megabytes in memory. */
  readonly extractions: FairTurns
  /** Processes that draw pictures. */
  readonly drawings: FairTurns
  /** Hashes of passwords, each with 19 MiB and a thread for tens of milliseconds. */
  readonly passwords: FairTurns
  /** Tries at secrets that are being counted: those at one thing wait for each other, each with a connection. */
  readonly tries: FairTurns
  /** Visitors of pages who are being looked at, and forms that are being judged: before them is only what costs nothing. */
  readonly visits: FairTurns
  /** What devices fetch and report, each with a connection. A device has one line, whatever it does at once. */
  readonly devices: FairTurns
}

export interface TurnsOptions {
  /** Of the pool. */
  readonly connections: number
  readonly processors: number
}

const half = (count: number): number => Math.max(1, Math.floor(count / 2))

/** For what cannot be refused half-way. How many wait is bounded by what let them in. */
const patient = { waitingMax: Number.POSITIVE_INFINITY, waitMsMax: 2 ** 31 - 1 }

const limits = {
  statements: ({ connections, processors }) => {
    const ofStranger = { runningMax: 1, waitingMax: 4 }
    return {
      runningMax: half(connections),
      waitingMax: 2000,
      waitMsMax: 20_000,
      of: {
        tenant: { runningMax: half(Math.min(connections, processors)), waitingMax: 500 },
        address: ofStranger,
        link: ofStranger,
      },
    }
  },
  people: ({ connections, processors }) => ({
    runningMax: half(connections),
    waitingMax: 2000,
    waitMsMax: 20_000,
    of: { tenant: { runningMax: half(Math.min(half(connections), processors)), waitingMax: 100 } },
  }),
  plans: ({ processors }) => {
    const each = { runningMax: 1, waitingMax: 32 }
    return {
      // One of them must not hold up all the others while it lasts.
      runningMax: 1 + half(processors),
      waitingMax: 200,
      waitMsMax: 20_000,
      of: { tenant: each, address: { ...each, waitingMax: 4 }, link: { ...each, waitingMax: 8 } },
    }
  },
  checksums: () => {
    const each = { runningMax: 2, waitingMax: Number.POSITIVE_INFINITY }
    return { ...patient, runningMax: 8, of: { tenant: each, address: each, link: each } }
  },
  compressions: () => ({
    runningMax: 16,
    waitingMax: 500,
    waitMsMax: 60_000,
    of: { tenant: { runningMax: 2, waitingMax: 60 } },
  }),
  compressors: ({ processors }) => {
    const runningMax = Math.min(3, processors)
    return { ...patient, runningMax, of: { tenant: { ...patient, runningMax: half(runningMax + 1) } } }
  },
  extractions: () => ({
    runningMax: 8,
    waitingMax: 500,
    waitMsMax: 60_000,
    of: { tenant: { runningMax: 1, waitingMax: 60 } },
  }),
  drawings: ({ processors }) => {
    const runningMax = half(processors)
    return { ...patient, runningMax, of: { tenant: { ...patient, runningMax: half(runningMax) } } }
  },
  passwords: () => {
    const ofStranger = { runningMax: 1, waitingMax: 8 }
    return {
      // Never all of them for one link.
      runningMax: 2,
      waitingMax: 200,
      waitMsMax: 10_000,
      of: {
        tenant: { runningMax: 1, waitingMax: 40 },
        address: ofStranger,
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
      of: { address: each, link: each },
    }
  },
  visits: () => ({
    runningMax: 20,
    waitingMax: 400,
    waitMsMax: 10_000,
    of: {
      address: { runningMax: 4, waitingMax: 64 },
      // Some stay free while forms at several links wait for passwords to be hashed.
      link: { runningMax: 8, partOfFreeMax: 2 / 3, waitingMax: 200 },
    },
  }),
  devices: ({ connections }) => ({
    runningMax: half(connections),
    waitingMax: 2000,
    // They give up after five seconds.
    waitMsMax: 4000,
    of: { device: { runningMax: 2, waitingMax: 100 } },
  }),
} satisfies Readonly<Record<keyof Turns, (options: TurnsOptions) => TurnLimits>>

export function openTurns(options: TurnsOptions): Turns {
  const entries = Object.entries(limits).map(([resource, limitsFor]) => [
    resource,
    new FairTurns(resource, limitsFor(options)),
  ])
  return Object.fromEntries(entries) as Turns
}

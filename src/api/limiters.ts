import type { FairLimiter } from '../platform/concurrency/fair-limiter.ts'
import type { FlowKeys } from '../platform/concurrency/flow-key.ts'
import { callerSubject } from '../platform/caller-subject.ts'

/** The scarce resources of one process, each with its permits. */
export interface Limiters {
  /** Connections of the pool for statements that walk through, copy, or delete whole trees. */
  readonly statements: FairLimiter
  /** Connections of the pool for changes of people, which wait for the lock of a workspace or a person. */
  readonly people: FairLimiter
  /** Plans of archives. Each has ten thousand rows in memory and on the main thread. */
  readonly plans: FairLimiter
  /** Blobs that are read from end to end for their checksum. */
  readonly checksums: FairLimiter
  /** Archives that are being made, each with some megabytes in memory. */
  readonly compressions: FairLimiter
  /** Threads that compress blocks. */
  readonly compressors: FairLimiter
  /** Archives that are being extracted, each with some megabytes in memory. */
  readonly extractions: FairLimiter
  /** Processes that draw thumbnails. */
  readonly drawings: FairLimiter
  /** Password hashes, each with 19 MiB and a thread for tens of milliseconds. */
  readonly passwords: FairLimiter
  /** Tries at secrets that are being counted. Those at one secret wait for each other, each with a connection. */
  readonly tries: FairLimiter
  /** Visitors of pages whose gate or form is at work. */
  readonly visits: FairLimiter
  /** Calls of devices, each with a connection. All calls of a device are one flow. */
  readonly devices: FairLimiter
}

export const workspaceFlow = (id: number): FlowKeys => [{ kind: 'workspace', name: `workspace:${id}` }]

/** A device, by its id or by the address that it reports to. */
export const deviceFlow = (id: number | string): FlowKeys => [{ kind: 'device', name: `device:${id}` }]

/** A person with an account, whatever workspace they act for. */
export const userFlow = (id: number): FlowKeys => [{ kind: 'workspace', name: `user:${id}` }]

/** A visitor without an account. The link is also a key: one attacker can use many addresses. */
export const visitorFlow = (address: string, link?: string): FlowKeys => [
  { kind: 'ip', name: callerSubject(address) },
  ...(link === undefined ? [] : [{ kind: 'link', name: `link:${link}` }]),
]

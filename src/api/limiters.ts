import type { FairLimiter } from '../platform/concurrency/fair-limiter.ts'
import type { FlowKeys } from '../platform/concurrency/flow-key.ts'
import { callerSubject } from '../platform/caller-subject.ts'

export interface Limiters {
  /** Connections for statements that read, copy, or delete whole trees. */
  readonly statements: FairLimiter
  /** Connections for changes of people, which wait for the lock of a workspace or a person. */
  readonly people: FairLimiter
  /** Plans of archives, each with ten thousand rows in memory and on the main thread. */
  readonly plans: FairLimiter
  /** Blobs that are read completely for their checksum. */
  readonly checksums: FairLimiter
  /** Archives being created, each with some megabytes in memory. */
  readonly compressions: FairLimiter
  readonly compressors: FairLimiter
  /** Archives being extracted, each with some megabytes in memory. */
  readonly extractions: FairLimiter
  /** Processes that create thumbnails. */
  readonly drawings: FairLimiter
  /** Password hashes, each with 19 MiB and a thread for tens of milliseconds. */
  readonly passwords: FairLimiter
  /** Tries at secrets being counted, each with a connection. Tries at one secret wait for each other. */
  readonly tries: FairLimiter
  /** Authentication and forms of pages, and lists of folders on them. */
  readonly visits: FairLimiter
  /** Calls of devices, each with a connection. All calls of a device are one flow. */
  readonly devices: FairLimiter
}

export const workspaceFlow = (id: number): FlowKeys => [{ kind: 'workspace', name: `workspace:${id}` }]

/** By ID, or by the address that the device reports to. */
export const deviceFlow = (id: number | string): FlowKeys => [{ kind: 'device', name: `device:${id}` }]

export const userFlow = (id: number): FlowKeys => [{ kind: 'workspace', name: `user:${id}` }]

/** A visitor without an account. The link is also a key: one attacker can use many addresses. */
export const visitorFlow = (address: string, link?: string): FlowKeys => [
  { kind: 'ip', name: callerSubject(address) },
  ...(link === undefined ? [] : [{ kind: 'link', name: `link:${link}` }]),
]

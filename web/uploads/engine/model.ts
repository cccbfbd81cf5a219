import type { Digests } from './digest.ts'
import type { Picked } from '../picked.ts'

/** What is to be uploaded, and where to. */
export interface Plan {
  readonly workspace: string
  readonly folderId: string | null
  /** In the workspace. */
  readonly name: string
  /** Names of the folders above it that were dropped with it. */
  readonly folders: readonly string[]
  /** Of the file as the person has it. */
  readonly fileName: string
  readonly size: number
  readonly modified: number
  /** IDs of the files that are deleted once it is stored. */
  readonly replaces: readonly string[]
}

/** An open chunked upload. */
export interface Session {
  readonly uploadKey: string
  readonly chunkBytes: number
  /** Indexes of chunks that are neither there nor on their way. */
  missing: number[]
}

/** `lost`: the page was reloaded, and the browser no longer has the file. */
type Phase = 'queued' | 'paused' | 'lost' | 'done' | 'failed'

/** One file on its way. The engine and the queue change it. */
export interface Upload extends Plan {
  readonly id: number
  phase: Phase
  file: File | undefined
  handle: FileSystemFileHandle | undefined
  /** Why it failed, or what else to say below its status. */
  reason: string | undefined
  /** A file that was chosen again and is another one. */
  wrong: Picked | undefined
  /** The file changed on the disk: whatever is chosen again is uploaded from the start. */
  changed: boolean
  /** Another tab sends the same file. */
  elsewhere: boolean
  session: Session | undefined
  /** Of the session that this browser opened last. */
  uploadKey: string | undefined
  digests: Digests | undefined
  /** Bytes that have arrived, and those on their way. */
  arrived: number
  readonly flights: Set<{ sent: number }>
  /** Requests that run. */
  requests: number
  failures: number
  retryAt: number
  /** An answer was lost, so the file may be stored already. */
  doubtful: boolean
  /** A session ended while it was in use. */
  reopened: boolean
  /** Stored; what it replaces is to be deleted. */
  sent: boolean
  cancelled: boolean
  stopper: AbortController
}

let last = 0

export const newUpload = (plan: Plan, picked: Partial<Picked>): Upload => ({
  ...plan,
  id: ++last,
  phase: 'queued',
  file: picked.file,
  handle: picked.handle,
  reason: undefined,
  wrong: undefined,
  changed: false,
  elsewhere: false,
  session: undefined,
  uploadKey: undefined,
  digests: undefined,
  arrived: 0,
  flights: new Set(),
  requests: 0,
  failures: 0,
  retryAt: 0,
  doubtful: false,
  reopened: false,
  sent: false,
  cancelled: false,
  stopper: new AbortController(),
})

export const sentBytes = ({ arrived, flights, size }: Upload): number =>
  Math.min(
    size,
    [...flights].reduce((sum, { sent }) => sum + sent, arrived),
  )

export const isEnded = ({ phase }: Upload): boolean => phase === 'done' || phase === 'failed'

import { ApiError } from '../../api/call.ts'
import { isOutage } from '../../ui/failure.ts'

/** What to do after a request of an upload failed. */
export type Verdict =
  /** Paused or cancelled. */
  | 'stopped'
  /** The network or the server is away: everything waits. */
  | 'outage'
  /** The session has ended. */
  | 'logged-out'
  /** The server no longer knows the upload. */
  | 'gone'
  /** Chunks are missing after all. */
  | 'incomplete'
  /** The storage is full. */
  | 'full'
  /** It may work in a moment. */
  | 'again'
  | 'failed'
  | { readonly waitSeconds: number }

const passing: ReadonlySet<string> = new Set([
  'upload_failed',
  'chunk_rejected',
  'complete_failed',
  'invalid_upload',
])

const verdicts: Readonly<Record<string, Verdict>> = {
  not_logged_in: 'logged-out',
  upload_gone: 'gone',
  incomplete_upload: 'incomplete',
  quota_exceeded: 'full',
}

const waitSecondsUsual = 5

export function verdictOn(error: unknown): Verdict {
  if (error instanceof DOMException && error.name === 'AbortError') return 'stopped'
  if (!(error instanceof ApiError)) return 'failed'
  if (isOutage(error)) return 'outage'
  const { code, status, retryAfterSeconds } = error
  if (status === 429) return { waitSeconds: retryAfterSeconds ?? waitSecondsUsual }
  return verdicts[code] ?? (passing.has(code) || status >= 500 ? 'again' : 'failed')
}

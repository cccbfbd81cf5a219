import type { Upload } from './model.ts'

/** The next request of an upload. */
export type Step = 'whole' | 'open' | 'chunk' | 'complete' | 'replace'

/** Files of this size and more go in chunks. */
const chunkedBytesMin = 5 * 1024 * 1024
/** While the server opens no more chunked uploads, files up to this size go in one request. */
const wholeBytesMax = 100 * 1024 * 1024

/** What the scheduler looks at. */
export type Scheduled = Pick<
  Upload,
  'phase' | 'elsewhere' | 'file' | 'session' | 'size' | 'requests' | 'retryAt' | 'sent' | 'uploadKey'
>

/** Undefined while nothing of it can be sent. No chunked upload is opened before `opensAt`. */
export function stepOf(upload: Scheduled, now: number, opensAt: number): Step | undefined {
  const { phase, elsewhere, file, session, size, requests, retryAt, sent } = upload
  if (phase !== 'queued' || elsewhere || !file || now < retryAt) return undefined
  if (session && !sent && session.missing.length > 0) return 'chunk'
  if (requests > 0) return undefined
  if (sent) return 'replace'
  if (session) return 'complete'
  if (size < chunkedBytesMin) return 'whole'
  if (now >= opensAt || upload.uploadKey !== undefined) return 'open'
  return size <= wholeBytesMax ? 'whole' : undefined
}

/** Of the upload with the fewest requests, so that a large file does not hold up small ones. */
export function nextStep<Each extends Scheduled>(
  queue: readonly Each[],
  now: number,
  opensAt: number,
): { readonly upload: Each; readonly step: Step } | undefined {
  let best: { readonly upload: Each; readonly step: Step } | undefined
  for (const upload of queue) {
    if (best && upload.requests >= best.upload.requests) continue
    const step = stepOf(upload, now, opensAt)
    if (step) best = { upload, step }
    if (best?.upload.requests === 0) break
  }
  return best
}

import { uploadsWords } from '../words/words.ts'
import { sentBytes, type Upload } from './engine/model.ts'

export type Shown = keyof typeof uploadsWords.states

interface Around {
  readonly away: boolean
  readonly loggedOut: boolean
}

/** What the status word says. */
export function shownState(upload: Upload, { away, loggedOut }: Around): Shown {
  const { phase, requests, session, doubtful } = upload
  if (phase !== 'queued') return phase
  if (loggedOut) return 'paused'
  const started = requests > 0 || session !== undefined
  if (away && (started || doubtful)) return 'away'
  return started ? 'uploading' : 'waiting'
}

/** What a row shows. */
export function shownOf(upload: Upload, around: Around) {
  const state = shownState(upload, around)
  const note = upload.elsewhere && state === 'waiting' ? uploadsWords.elsewhereTab : upload.reason
  return { upload, state, sent: state === 'done' ? upload.size : sentBytes(upload), note }
}

const rowsMax = 50

const urgency: Readonly<Record<Shown, number>> = {
  failed: 0,
  lost: 0,
  uploading: 1,
  away: 1,
  paused: 2,
  waiting: 3,
  done: 4,
}

/** The rows of the tray: all, or of many those that matter most, in the order of coming, so that nothing jumps. */
export function rowsOf(uploads: readonly Upload[], around: Around): readonly Upload[] {
  if (uploads.length <= rowsMax) return uploads
  const ranked = uploads.map((upload, index) => {
    const rank = urgency[shownState(upload, around)]
    // Of those that are done, the last ones.
    return { upload, index, rank, order: rank === urgency.done ? -index : index }
  })
  return ranked
    .toSorted((one, other) => one.rank - other.rank || one.order - other.order)
    .slice(0, rowsMax)
    .toSorted((one, other) => one.index - other.index)
    .map(({ upload }) => upload)
}

export interface Counts {
  readonly total: number
  readonly done: number
  readonly failed: number
  readonly lost: number
  readonly paused: number
  /** Neither done, failed, lost, nor paused by the person. */
  readonly moving: number
  readonly sent: number
  /** Of those that count for the bar. */
  readonly size: number
}

export function countsOf(uploads: readonly Upload[]): Counts {
  const counts = {
    total: uploads.length,
    done: 0,
    failed: 0,
    lost: 0,
    paused: 0,
    moving: 0,
    sent: 0,
    size: 0,
  }
  for (const upload of uploads) {
    counts[upload.phase === 'queued' ? 'moving' : upload.phase]++
    if (upload.phase === 'failed' || upload.phase === 'lost') continue
    counts.size += upload.size
    counts.sent += upload.phase === 'done' ? upload.size : sentBytes(upload)
  }
  return counts
}

interface Work extends Around {
  readonly counts: Counts
  readonly preparing: number
  readonly tasks: number
  /** Bytes a second. */
  readonly speed: number | undefined
}

/** The sentence of the tray: *Uploading 3 of 12, 4 minutes left, 12 MB/s*. */
export function summaryOf({ counts, preparing, tasks, speed, away, loggedOut }: Work): string {
  const { summary } = uploadsWords
  const { moving, done, total, paused, lost, failed, sent, size } = counts
  const problems = failed > 0 ? [summary.failed(failed)] : []
  if (loggedOut) return summary.loggedOut
  if (moving > 0) {
    if (away) return [summary.away, ...problems].join(', ')
    const pace =
      speed === undefined || speed < 1 ? [] : [summary.left((size - sent) / speed), summary.speed(speed)]
    const reach = total - failed - lost - paused
    return [summary.uploading(Math.min(done + 1, reach), reach), ...pace, ...problems].join(', ')
  }
  if (preparing > 0) return summary.preparing(preparing)
  if (tasks > 0) return summary.working(tasks)
  const left = [
    ...(lost > 0 ? [summary.lost(lost)] : []),
    ...(paused > 0 ? [summary.paused(paused)] : []),
    ...(done > 0 ? [summary.done(done)] : []),
    ...problems,
  ]
  return left.length > 0 ? left.join(', ') : summary.ended
}

/** Changes only when something stops, fails, or is done, so that screen readers are not flooded. */
export function announcementOf(work: Work): string {
  const { counts, away, loggedOut } = work
  const { summary } = uploadsWords
  if (counts.moving === 0 || away || loggedOut) return summaryOf(work)
  const { moving, done, failed } = counts
  return [summary.started(moving + done), failed > 0 ? summary.failed(failed) : ''].filter(Boolean).join(', ')
}

import { ApiError } from '../../api/call.ts'
import { failureOf, isOutage } from '../../ui/failure.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { itemWords as words } from '../../words/words.ts'
import { startTask } from '../../uploads/tasks.ts'
import { holdPage } from './hold-page.ts'
import { inLanes, patiently } from './patience.ts'
import type { Item } from '../item/item.ts'

type Kind = 'move' | 'copy' | 'delete'

interface Work<Step> {
  readonly workspace: string
  readonly kind: Kind
  readonly steps: readonly Step[]
  readonly itemOf: (step: Step) => Item
  /** Shows it in the tray, because it takes a while. */
  readonly inTray: boolean
  readonly run: (step: Step) => Promise<void>
  /** A step failed, or was not done because the person canceled. */
  readonly onNotDone: (step: Step) => void
  /** After all that were done. */
  readonly onEnd: (done: readonly Step[]) => void
}

interface Failed {
  readonly item: Item
  readonly error: unknown
}

/** Does one thing to each of several items, and says what did not work. */
export function doWork<Step>(work: Work<Step>): void {
  if (work.steps.length === 0) return
  if (!work.inTray) {
    void runAll(work, new AbortController().signal, () => undefined).then((failure) => {
      if (failure) toast.fail(failure)
    })
    return
  }
  const release = holdPage()
  startTask({
    workspace: work.workspace,
    kind: work.kind,
    name: words.what(work.steps.map((step) => work.itemOf(step).name)),
    run: async ({ signal, progress }) => {
      const failure = await runAll(work, signal, progress).finally(release)
      signal.throwIfAborted()
      if (failure) throw failure
    },
  })
}

async function runAll<Step>(
  work: Work<Step>,
  canceled: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<ApiError | undefined> {
  const { kind, steps, inTray } = work
  const stopper = new AbortController()
  const signal = AbortSignal.any([canceled, stopper.signal])
  const done = new Set<Step>()
  const failed: Failed[] = []
  const sayWait = sayingWaits(kind)
  const oneStep = (step: Step) => (inTray ? patiently(() => work.run(step), signal, sayWait) : work.run(step))
  await inLanes(steps, signal, async (step) => {
    try {
      await oneStep(step)
      done.add(step)
    } catch (error) {
      if (!signal.aborted) failed.push({ item: work.itemOf(step), error })
      // The others would fail one after the other.
      if (isOutage(error)) stopper.abort()
    }
    progress(done.size + failed.length, steps.length)
  })
  const notDone = steps.filter((step) => !done.has(step))
  for (const step of notDone) work.onNotDone(step)
  work.onEnd(steps.filter((step) => done.has(step)))
  const names = notDone.map((step) => work.itemOf(step).name)
  const [first] = failed
  return first && failureFor(kind, names, steps.length, first.error)
}

/** Steps that wait together say so once. */
function sayingWaits(kind: Kind): (seconds: number) => void {
  let endMs = 0
  return (seconds) => {
    const nowMs = performance.now()
    if (nowMs >= endMs) {
      toast.say(words.waits(kind, seconds))
      endMs = nowMs + seconds * 1000
    }
  }
}

/** One sentence for all that did not work, with the reason of the first. */
function failureFor(kind: Kind, names: readonly string[], total: number, error: unknown): ApiError {
  const reason = reasonOf(error, names.length)
  const message = words.failed(kind, names, total, reason)
  if (!(error instanceof ApiError)) return new ApiError({ status: 0, code: 'failed', message })
  return new ApiError({ status: error.status, code: error.code, message, requestId: error.requestId })
}

function reasonOf(error: unknown, count: number): string {
  const { code, retryAfterSeconds } = error instanceof ApiError ? error : {}
  if (code === 'not_found') return words.gone(count)
  if (code === 'folder_not_found') return words.folderGone
  if (retryAfterSeconds !== undefined) return words.limited(retryAfterSeconds)
  return failureOf(error).message
}

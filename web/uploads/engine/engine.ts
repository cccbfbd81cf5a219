import { ApiError, logInAgain } from '../../api/call.ts'
import { fraction, pauseMs } from '../../api/events.ts'
import { failureOf } from '../../ui/failure.ts'
import { uploadsWords } from '../../words/words.ts'
import { isEnded, type Upload } from './model.ts'
import { verdictOn } from './retry.ts'
import { nextStep, type Step } from './schedule.ts'
import { countArrived, perform, Refusal, type StepPorts } from './steps.ts'

/** Of all uploads together. */
const requestsMax = 3
const failuresMax = 5

export interface EnginePorts extends StepPorts {
  readonly changed: () => void
  /** It is done or has failed. */
  readonly ended: (upload: Upload) => void
}

/** Sends files, three requests at a time, and repeats what fails for a while. It knows neither the page nor the store. */
export class Engine {
  private readonly ports: EnginePorts
  private queue: readonly Upload[] = []
  private running = 0
  private outages = 0
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Times before which nothing is sent after an outage, nothing at all, and no chunked upload is opened. */
  private readonly held = { away: 0, all: 0, opens: 0 }
  /** By workspace, the smallest size that did not fit. */
  private readonly full = new Map<string, number>()

  constructor(ports: EnginePorts) {
    this.ports = ports
  }

  /** Whether the network or the server is away. */
  get isAway(): boolean {
    return this.outages > 0
  }

  add(uploads: readonly Upload[]): void {
    for (const { workspace } of uploads) this.full.delete(workspace)
    this.queue = [...this.queue, ...uploads]
    this.pump()
  }

  remove(upload: Upload): void {
    this.queue = this.queue.filter((each) => each !== upload)
  }

  /** Ends the requests of an upload. It can be resumed afterwards. */
  stop(upload: Upload): void {
    upload.stopper.abort()
    upload.stopper = new AbortController()
  }

  /** Queues an upload again that was paused or has failed. */
  resume(upload: Upload): void {
    this.remove(upload)
    Object.assign(upload, { phase: 'queued', reason: undefined, failures: 0, retryAt: 0 })
    this.add([upload])
  }

  /** The network may be back: tries now instead of later. */
  retry(): void {
    this.held.away = 0
    this.pump()
  }

  /** Starts what can start. */
  pump(): void {
    const now = Date.now()
    const { away, all } = this.held
    // After an outage, one request finds out whether it is over.
    const limit = this.outages > 0 ? 1 : requestsMax
    while (this.running < limit && now >= Math.max(away, all)) {
      const found = nextStep(this.queue, now, this.held.opens)
      if (!found) break
      void this.run(found.upload, found.step)
    }
    this.wakeAfter(now)
    this.ports.changed()
  }

  private wakeAfter(now: number): void {
    clearTimeout(this.timer)
    if (this.queue.length === 0) return
    const times = [...Object.values(this.held), ...this.queue.map(({ retryAt }) => retryAt)]
    const next = Math.min(...times.filter((time) => time > now))
    if (next < Infinity) this.timer = setTimeout(() => this.pump(), next - now)
  }

  private async run(upload: Upload, step: Step): Promise<void> {
    const { signal } = upload.stopper
    this.running++
    upload.requests++
    try {
      await perform(step, upload, this.ports)
      this.outages = 0
      upload.failures = 0
      const isOver = upload.sent && (step === 'replace' || upload.replaces.length === 0)
      if (isOver && !signal.aborted) this.end(upload)
    } catch (error) {
      if (!signal.aborted && !isEnded(upload)) await this.judge(upload, step, error)
    } finally {
      this.running--
      upload.requests--
      this.pump()
    }
  }

  private async judge(upload: Upload, step: Step, error: unknown): Promise<void> {
    const verdict = verdictOn(error)
    const now = Date.now()
    if (typeof verdict === 'object')
      this.held[step === 'open' ? 'opens' : 'all'] = now + verdict.waitSeconds * 1000
    else if (verdict === 'outage') await this.waitOut(upload, step)
    else if (verdict === 'logged-out') await logInAgain()
    else if (verdict === 'gone') startAgain(upload)
    else if (verdict === 'incomplete') sendMissing(upload, error)
    else if (verdict === 'full') this.refuse(upload)
    else if (verdict === 'again' && upload.failures < failuresMax)
      upload.retryAt = now + pauseMs(upload.failures++, fraction())
    else if (!(await isReadable(upload))) this.endChanged(upload)
    else if (verdict !== 'stopped') this.end(upload, reasonIn(error))
  }

  private async waitOut(upload: Upload, step: Step): Promise<void> {
    // The browser reports a file that changed as a failure of the network.
    if (!(await isReadable(upload))) return this.endChanged(upload)
    if (step === 'whole') upload.doubtful = true
    const now = Date.now()
    // Requests that fail together are one outage.
    if (now >= this.held.away) this.held.away = now + pauseMs(this.outages++, fraction())
  }

  private end(upload: Upload, reason?: string): void {
    upload.phase = reason === undefined ? 'done' : 'failed'
    upload.reason = reason
    this.remove(upload)
    this.ports.ended(upload)
  }

  private endChanged(upload: Upload): void {
    upload.changed = true
    this.end(upload, uploadsWords.changed)
  }

  /** What does not fit into a workspace does not fit when it is larger. */
  private refuse(refused: Upload): void {
    const { workspace } = refused
    const sizeMax = Math.min(refused.size, this.full.get(workspace) ?? Infinity)
    this.full.set(workspace, sizeMax)
    this.end(refused, uploadsWords.full)
    for (const upload of this.queue) {
      const waits = upload.phase === 'queued' && upload.requests === 0 && !upload.session && !upload.sent
      if (waits && upload.workspace === workspace && upload.size >= sizeMax)
        this.end(upload, uploadsWords.full)
    }
  }
}

/** The session is over. The file may be stored: a completion ends it, too. */
function startAgain(upload: Upload): void {
  upload.reopened = upload.session !== undefined
  Object.assign(upload, { session: undefined, uploadKey: undefined, arrived: 0, doubtful: true })
}

function sendMissing(upload: Upload, error: unknown): void {
  const missing = error instanceof ApiError ? error.details['missing_chunks'] : undefined
  if (!upload.session || !Array.isArray(missing)) return
  upload.session.missing = missing as number[]
  upload.doubtful = false
  countArrived(upload)
}

async function isReadable({ file }: Upload): Promise<boolean> {
  try {
    await file?.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

const reasonIn = (error: unknown): string =>
  error instanceof Refusal ? error.message : failureOf(error).message

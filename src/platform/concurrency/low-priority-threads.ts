import { constants, setPriority } from 'node:os'
import { parentPort, Worker, type Transferable } from 'node:worker_threads'

const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 }

const idleMsMax = 30_000

type Reply<Answer> = (answer: Answer, transferred?: readonly Transferable[]) => void

class Thread<Question, Answer> {
  readonly #worker: Worker
  #asked: PromiseWithResolvers<Answer> | undefined

  constructor(program: URL) {
    this.#worker = new Worker(program, { resourceLimits })
    this.#worker.on('message', (answer: Answer) => this.#asked?.resolve(answer))
    this.#worker.on('error', (error) => this.#asked?.reject(error))
    this.#worker.on('exit', () =>
      this.#asked?.reject(new Error(`A thread of ${program.pathname} has ended.`)),
    )
    this.#worker.unref()
  }

  async ask(question: Question, transferred: readonly Transferable[]): Promise<Answer> {
    this.#asked = Promise.withResolvers<Answer>()
    this.#worker.ref()
    this.#worker.postMessage(question, [...transferred])
    const answer = await this.#asked.promise
    this.#worker.unref()
    return answer
  }

  end(): void {
    void this.#worker.terminate()
  }
}

/**
 * Threads for CPU-only work, separate from libuv's pool. On Linux they run at the lowest priority. Started on demand and
 * kept for a while; callers' permits bound their number. The thread's program imports this and calls `answer`.
 */
export class LowPriorityThreads<Question, Answer> {
  readonly #program: URL
  readonly #idle = new Set<Thread<Question, Answer>>()

  constructor(program: URL) {
    this.#program = program
  }

  /** Transferred objects belong to the thread afterwards. */
  async ask(question: Question, transferred: readonly Transferable[] = []): Promise<Answer> {
    const [waiting] = this.#idle
    if (waiting) this.#idle.delete(waiting)
    const thread = waiting ?? new Thread<Question, Answer>(this.#program)
    const answer = await thread.ask(question, transferred)
    this.#keep(thread)
    return answer
  }

  #keep(thread: Thread<Question, Answer>): void {
    this.#idle.add(thread)
    setTimeout(() => {
      if (this.#idle.delete(thread)) thread.end()
    }, idleMsMax).unref()
  }

  /** Called by the thread's program. Call `reply` once per question. */
  answer(answer: (question: Question, reply: Reply<Answer>) => void): void {
    // Only Linux has priorities per thread.
    if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
    parentPort?.on('message', (question: Question) =>
      answer(question, (reply, transferred = []) => parentPort?.postMessage(reply, [...transferred])),
    )
  }
}

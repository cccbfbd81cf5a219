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

/** For CPU-only work, apart from libuv's pool. Callers' permits bound the number of threads. */
export class LowPriorityThreads<Question, Answer> {
  readonly #program: URL
  readonly #idle = new Set<Thread<Question, Answer>>()

  constructor(program: URL) {
    this.#program = program
  }

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

  answer(answer: (question: Question, reply: Reply<Answer>) => void): void {
    // Only Linux has priorities per thread.
    if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
    parentPort?.on('message', (question: Question) =>
      answer(question, (reply, transferred = []) => parentPort?.postMessage(reply, [...transferred])),
    )
  }
}

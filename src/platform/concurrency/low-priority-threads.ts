import { constants, setPriority } from 'node:os'
import { parentPort, Worker, type Transferable } from 'node:worker_threads'

/** What a thread itself needs; what it is asked about is beside it. */
const resourceLimits = { maxYoungGenerationSizeMb: 2, maxOldGenerationSizeMb: 32 }

/** To start a thread takes some tens of milliseconds. */
const idleMsMax = 30_000

type Reply<Answer> = (answer: Answer, transferred?: readonly Transferable[]) => void

/** A thread that answers one question after another. */
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
 * Threads for work that only takes a processor, apart from libuv's, which files and name resolution need too. Where the
 * system can, they run only while nothing else wants the processor. Each is made when it is needed first, and kept for a
 * while. How many there are is bounded by the turns of those who ask. The program imports them and says what they `answer`.
 */
export class LowPriorityThreads<Question, Answer> {
  readonly #program: URL
  readonly #idle = new Set<Thread<Question, Answer>>()

  constructor(program: URL) {
    this.#program = program
  }

  /** What is transferred belongs to the thread from then on. */
  async ask(question: Question, transferred: readonly Transferable[] = []): Promise<Answer> {
    const [waiting] = this.#idle
    if (waiting) this.#idle.delete(waiting)
    const thread = waiting ?? new Thread<Question, Answer>(this.#program)
    const answer = await thread.ask(question, transferred)
    // Not one that failed: it is of no use any more.
    this.#keep(thread)
    return answer
  }

  #keep(thread: Thread<Question, Answer>): void {
    this.#idle.add(thread)
    setTimeout(() => {
      if (this.#idle.delete(thread)) thread.end()
    }, idleMsMax).unref()
  }

  /** What the program of the threads does. `reply` is called once for each question. */
  answer(answer: (question: Question, reply: Reply<Answer>) => void): void {
    // Only on Linux has a thread a priority of its own; elsewhere it would be that of the whole program.
    if (process.platform === 'linux') setPriority(0, constants.priority.PRIORITY_BELOW_NORMAL)
    parentPort?.on('message', (question: Question) =>
      answer(question, (reply, transferred = []) => parentPort?.postMessage(reply, [...transferred])),
    )
  }
}

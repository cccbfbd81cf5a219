import { failureOf } from '../ui/failure.ts'
import { trayWanted } from './presence.ts'
import { value } from './value.ts'

export interface TaskRun {
  /** Aborts when the person cancels. */
  readonly signal: AbortSignal
  /** `done` of `total`, in any unit. Without it, the bar has no end. */
  readonly progress: (done: number, total: number) => void
}

/** What the tray says of work that is done. */
export interface TaskEnd {
  /** An address of the app, for *Show*. */
  readonly show: string
  readonly note?: string | undefined
}

/** Work on files that the tray shows: with the name, a bar, the time, and Cancel. */
export interface Task {
  readonly workspace: string
  readonly kind: 'compress' | 'unzip' | 'move' | 'copy' | 'delete'
  /** What the tray shows, such as the name of the file or *12 items*. */
  readonly name: string
  /** Rejects if it fails. The tray says why. */
  readonly run: (run: TaskRun) => Promise<TaskEnd | void>
}

/** A task as the tray shows it. */
export interface RunningTask {
  readonly id: number
  readonly kind: Task['kind']
  readonly name: string
  readonly state: 'running' | 'done' | 'failed'
  readonly startedMs: number
  readonly endedMs?: number
  /** Undefined while nothing is known. */
  readonly share?: number
  readonly reason?: string
  readonly end?: TaskEnd
  readonly cancel: () => void
}

export const tasks = value<readonly RunningTask[]>([])
let last = 0

const change = (id: number, changes: Partial<RunningTask>) =>
  tasks.set(tasks.get().map((task) => (task.id === id ? { ...task, ...changes } : task)))

export const removeTask = (id: number): void => tasks.set(tasks.get().filter((task) => task.id !== id))

export function startTask({ kind, name, run }: Task): void {
  const id = ++last
  const stopper = new AbortController()
  const { signal } = stopper
  const cancel = () => {
    stopper.abort()
    removeTask(id)
  }
  const progress: TaskRun['progress'] = (done, total) => change(id, { share: total > 0 ? done / total : 1 })
  trayWanted.set(true)
  tasks.set([...tasks.get(), { id, kind, name, state: 'running', startedMs: Date.now(), cancel }])
  void run({ signal, progress }).then(
    (end) => change(id, { state: 'done', endedMs: Date.now(), ...(end && { end }) }),
    (error: unknown) =>
      change(id, { state: 'failed', endedMs: Date.now(), reason: failureOf(error).message }),
  )
}

export const clearEndedTasks = (): void => tasks.set(tasks.get().filter(({ state }) => state === 'running'))

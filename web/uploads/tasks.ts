export interface TaskRun {
  /** Aborts when the person cancels. */
  readonly signal: AbortSignal
  /** `done` of `total`, in any unit. Without it, the bar has no end. */
  readonly progress: (done: number, total: number) => void
}

/** Work on files that the tray shows: with the name, a bar, the time, and Cancel. */
export interface Task {
  readonly workspace: string
  readonly kind: 'compress' | 'unzip' | 'move' | 'copy' | 'delete'
  /** What the tray shows, such as the name of the file or *12 items*. */
  readonly name: string
  /** Rejects if it fails. The tray says why. */
  readonly run: (run: TaskRun) => Promise<void>
}

export function startTask(_task: Task): void {
  throw new Error('not yet')
}

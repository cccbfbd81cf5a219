/** How far long work is. */
export interface Progress {
  /** What is being done, as people read it: `Copying files`. */
  readonly step: string
  readonly done: number
  /** undefined: not known. */
  readonly total?: number | undefined
  readonly unit: 'bytes' | 'items'
}

export type ReportProgress = (progress: Progress) => void

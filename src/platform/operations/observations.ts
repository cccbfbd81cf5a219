export type LoopOutcome = 'done' | 'failed'

export type ObserveLoop = (loop: string) => (outcome: LoopOutcome, seconds: number) => void

/** `retried`: the run failed and another attempt follows. `failed`: the last attempt failed. */
export type JobOutcome = 'done' | 'retried' | 'failed'

export type ObserveJob = (job: string, outcome: JobOutcome, seconds: number) => void

/** `people`: a person waits for the job, as for a mail with a code. `machines`: everything else. */
export type Queue = 'people' | 'machines'

interface QueueTraits {
  /** What the job table sorts by; each worker looks at the jobs of its queue alone. */
  readonly priority: number
  /** How many of its jobs a process runs at a time. */
  readonly places: number
}

export const queues: Readonly<Record<Queue, QueueTraits>> = {
  people: { priority: 0, places: 4 },
  machines: { priority: 10, places: 4 },
}

export const queueNames: readonly Queue[] = ['people', 'machines']

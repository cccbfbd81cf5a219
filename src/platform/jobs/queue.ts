/** `people`: a person waits, as for a mail with a code. `machines`: everything else. */
export type Queue = 'people' | 'machines'

interface QueueTraits {
  readonly priority: number
  readonly places: number
}

export const queues: Readonly<Record<Queue, QueueTraits>> = {
  people: { priority: 0, places: 4 },
  machines: { priority: 10, places: 4 },
}

export const queueNames: readonly Queue[] = ['people', 'machines']

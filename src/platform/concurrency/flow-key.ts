export interface FlowKey {
  readonly kind: string
  readonly name: string
}

/** The flows that a request counts for. The first one is the queue that it waits in. */
export type FlowKeys = readonly [FlowKey, ...FlowKey[]]

export const programFlow: FlowKeys = [{ kind: 'program', name: 'program' }]

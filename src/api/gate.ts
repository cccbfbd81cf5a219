import type { Endpoint } from './endpoint.ts'
import type { Principal } from './principal.ts'
import type { ProblemInput } from './problem.ts'
import type { Refusal, ServiceProfile } from './service.ts'

/** Thrown by the gate; the service's table says which status and code it becomes. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly reason: Refusal
  readonly input: ProblemInput

  constructor(reason: Refusal, input: ProblemInput = {}) {
    super(reason)
    this.reason = reason
    this.input = input
  }
}

/** A request before anything of it but the head was read. */
export interface Arrival {
  readonly service: ServiceProfile
  /** Undefined when no operation has this path and method. */
  readonly endpoint: Endpoint | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly address: string
  readonly setHeader: (name: string, value: string) => void
}

/**
 * Decides who may pass before the body is read: authentication, counting, restrictions of the key, plan, scope,
 * limits of the endpoint, in this order. Throws `Refused`.
 */
export interface Gate {
  readonly admit: (arrival: Arrival) => Promise<Principal>
}

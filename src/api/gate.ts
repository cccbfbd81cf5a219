import type { Caller, CallerKind, CallerOfKind } from './caller.ts'
import type { Endpoint } from './endpoint.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import type { ProblemInput } from './problem.ts'
import type { ServiceProfile } from './service.ts'

/** Thrown by a gate; the service's table says which status and code it becomes. */
export class Refused extends ExpectedError {
  override readonly name = 'Refused'
  readonly reason: string
  readonly input: ProblemInput

  constructor(reason: string, input: ProblemInput = {}) {
    super(reason)
    this.reason = reason
    this.input = input
  }
}

/** A request of which only the head was read. */
export interface Arrival<Kind extends CallerKind = CallerKind> {
  readonly service: ServiceProfile
  /** The gate's kind of caller, as the service declares it. */
  readonly kind: Kind
  /** Undefined when no operation has this path and method. */
  readonly endpoint: Endpoint | undefined
  /** What the endpoint requires of callers of this kind, if anything. */
  readonly scope: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly address: string
  readonly setHeader: (name: string, value: string) => void
  /** Says who calls before it is decided whether they may, so that the log names refused callers too. */
  readonly identified: (caller: CallerOfKind<Kind>) => void
}

/** A call that was refused after a gate had identified its caller, whatever refused it. */
export interface RefusedCall<Known extends Caller = Caller> {
  readonly caller: Known
  /** Undefined when no operation has this path and method. */
  readonly endpoint: Endpoint | undefined
  /** `PUT /v1/users`. */
  readonly request: string
  readonly requestId: string
  readonly address: string
  /** Why the gate refused; undefined when something behind it did. */
  readonly reason: string | undefined
  /** The code of the answer. */
  readonly code: string
}

/** Decides which callers of one kind may call, before the body is read. */
export interface Gate<Kind extends CallerKind = CallerKind> {
  readonly kind: Kind['name']
  /** Whether a request carries credentials of this kind, valid or not. */
  recognises(headers: Arrival['headers']): boolean
  /** Identifies the caller. Throws `Refused`. */
  admit(arrival: Arrival<Kind>): Promise<CallerOfKind<Kind>>
  /**
   * Records a refused call of a service whose calls are audited, before it is answered. Never rejects, and ends soon
   * whatever happens.
   */
  audit?(call: RefusedCall<CallerOfKind<Kind>>): Promise<void>
}

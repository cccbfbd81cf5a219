import type { IncomingHttpHeaders } from 'node:http'
import type { Caller, CallerKind, CallerOfKind } from './caller.ts'
import type { Context } from './context.ts'
import type { Endpoint } from './endpoint.ts'
import { ExpectedError } from '../platform/expected-error.ts'
import type { ProblemInput } from './problem.ts'
import type { ServiceProfile } from './service.ts'

/** Why a caller is refused; the service's table maps the reason to a status and a code. */
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

export interface AuthRequest {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly address: string
  /** From the path, not validated. */
  readonly params: Readonly<Record<string, string | undefined>>
}

/** What a scheme makes of a request. `cookies` are values of `Set-Cookie` for any answer. */
export type Authentication<Known> =
  | { readonly outcome: 'not-presented'; readonly refusal: Refused; readonly cookies?: undefined }
  | {
      readonly outcome: 'failed'
      readonly refusal: Refused
      readonly cookies?: readonly string[] | undefined
    }
  | {
      readonly outcome: 'authenticated'
      readonly caller: Known
      readonly cookies?: readonly string[] | undefined
      /** Throws `Refused` when the caller may not make this request. */
      readonly authorize?: () => Promise<void>
    }

/** Identifies callers by one type of credentials, before the body is read. */
export interface AuthScheme<Known = unknown, Request extends AuthRequest = AuthRequest> {
  authenticate(request: Request, context: Context): Promise<Authentication<Known>>
}

export interface EndpointRequest<Kind extends CallerKind = CallerKind> extends AuthRequest {
  readonly service: ServiceProfile
  readonly kind: Kind
  /** Undefined when no operation has this path and method. */
  readonly endpoint: Endpoint | undefined
  readonly scope: string | undefined
  setHeader(name: string, value: string): void
}

export interface RefusedCall<Known extends Caller = Caller> {
  readonly caller: Known
  readonly endpoint: Endpoint | undefined
  /** `PUT /v1/users`. */
  readonly request: string
  readonly requestId: string
  readonly address: string
  /** Undefined when the scheme had admitted the caller. */
  readonly reason: string | undefined
  readonly code: string
}

export interface EndpointScheme<Kind extends CallerKind = CallerKind> extends AuthScheme<
  CallerOfKind<Kind>,
  EndpointRequest<Kind>
> {
  readonly kind: Kind['name']
  /** Records a refused call of an audited service before it is answered. Never rejects, and takes about a second at most. */
  audit?(call: RefusedCall<CallerOfKind<Kind>>): Promise<void>
}

/** The caller, as an authentication scheme identifies them. Each kind has its own shape. */
export interface Caller {
  readonly kind: string
}

export interface Nobody {
  readonly kind: 'nobody'
}

/** Whom a request is recorded for. */
export interface Requester {
  readonly userId: number
  /** Undefined outside of a workspace. */
  readonly workspaceId?: number
  /** Undefined when a person is logged in. */
  readonly keyId?: number
}

export interface RefusalTraits {
  /** Only endpoints that require a scope refuse for this reason. */
  readonly scoped?: true
  /** An example of `error.details` for the reference. */
  readonly details?: Readonly<Record<string, unknown>>
}

export interface CallerKind<Known extends Caller = Caller, Refusal extends string = string> {
  readonly name: Known['kind']
  /** One word for the credentials: `key`. */
  readonly credential: string
  /** As a security scheme of OpenAPI. */
  readonly scheme: { readonly description: string } & (
    | { readonly type: 'http'; readonly scheme: 'bearer' }
    | { readonly type: 'apiKey'; readonly in: 'cookie'; readonly name: string }
  )
  readonly refusals: Readonly<Record<Refusal, RefusalTraits>>
  logFields(caller: Known): Readonly<Record<string, unknown>>
  /** Requests of callers without it are not recorded. */
  requester?(caller: Known): Requester
}

export type CallerOfKind<Kind> = Kind extends CallerKind<infer Known, never> ? Known : never

export type RefusalOf<Kind> = Kind extends { readonly refusals: Readonly<Record<infer Refusal, unknown>> }
  ? Refusal
  : never

export interface Requirement<
  Known extends Caller = Caller,
  Scope extends string = string,
  Given extends Caller = Known,
> {
  readonly kind: CallerKind<Known>
  readonly scope: Scope | undefined
  /** Never set: the type of caller that handlers get, which may be wider than what the scheme identifies. */
  readonly given?: Given
}

/** Callers that meet one of the requirements may call. */
export type Who<Known extends Caller = Caller, Scope extends string = string> =
  | Requirement<Known, Scope, Caller>
  | readonly Requirement<Known, Scope, Caller>[]

/** Anyone may call: credentials are not checked. */
export const nobody: readonly [] = []

export type CallerOf<Allowed> = Allowed extends readonly []
  ? Nobody
  : Allowed extends readonly (infer Each)[]
    ? RequiredCaller<Each>
    : RequiredCaller<Allowed>

type RequiredCaller<Each> = Each extends { readonly given?: infer Given } ? Given : never

/** Empty when credentials are not checked. */
export const requirementsOf = ({
  definition: { who },
}: {
  readonly definition: { readonly who: Who }
}): readonly Requirement[] => ('kind' in who ? [who] : who)

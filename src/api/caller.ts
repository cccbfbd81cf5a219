/** The caller, as an authentication scheme identifies them. Each kind has its own shape. */
export interface Caller {
  readonly kind: string
}

/** Anyone: credentials were not looked at. */
export interface Nobody {
  readonly kind: 'nobody'
}

/** When a scheme refuses for a reason, and the details that it gives. */
export interface RefusalTraits {
  /** Only an endpoint that asks for a scope is refused for this. */
  readonly scoped?: true
  /** What `error.details` holds, as an example for the reference. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** A kind of caller: what its scheme identifies, why the scheme refuses, and how the reference and the log describe it. */
export interface CallerKind<Known extends Caller = Caller, Refusal extends string = string> {
  readonly name: Known['kind']
  /** The credentials of such a caller, in one word. */
  readonly credential: string
  /** How it is sent, as a security scheme of OpenAPI. */
  readonly scheme: { readonly description: string } & (
    | { readonly type: 'http'; readonly scheme: 'bearer' }
    | { readonly type: 'apiKey'; readonly in: 'cookie'; readonly name: string }
  )
  readonly refusals: Readonly<Record<Refusal, RefusalTraits>>
  logFields(caller: Known): Readonly<Record<string, unknown>>
}

/** What handlers get for a caller of a kind. */
export type CallerOfKind<Kind> = Kind extends CallerKind<infer Known, never> ? Known : never

/** Why the scheme of a kind refuses. */
export type RefusalOf<Kind> = Kind extends { readonly refusals: Readonly<Record<infer Refusal, unknown>> }
  ? Refusal
  : never

/** A requirement: credentials of one kind, with or without a scope. */
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

/** Who may call an endpoint: callers that meet one of the requirements. */
export type Who<Known extends Caller = Caller, Scope extends string = string> =
  | Requirement<Known, Scope, Caller>
  | readonly Requirement<Known, Scope, Caller>[]

/** Anyone may call: credentials are not looked at. */
export const nobody: readonly [] = []

/** What the handler gets for the callers that a declaration takes. */
export type CallerOf<Allowed> = Allowed extends readonly []
  ? Nobody
  : Allowed extends readonly (infer Each)[]
    ? RequiredCaller<Each>
    : RequiredCaller<Allowed>

type RequiredCaller<Each> = Each extends { readonly given?: infer Given } ? Given : never

/** The requirements of a declaration; without one, credentials are not looked at. */
export const requirementsOf = ({
  definition: { who },
}: {
  readonly definition: { readonly who: Who }
}): readonly Requirement[] => ('kind' in who ? [who] : who)

import { z } from 'zod'
import type { Context } from './context.ts'
import type { Body, BodyInput } from './body.ts'
import { nobody, requirementsOf, type Caller, type CallerOf, type Who } from './caller.ts'
import { problemOf } from './field.ts'
import type { CallExample } from './example.ts'
import type { Csv, OtherStatus, Result, ResultOutput, Preserialized, WithCookies } from './result.ts'
import type { ServiceProfile } from './service.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export type SuccessStatus = 200 | 201 | 202

/** An extra cap on an expensive operation: docs/api/files.md#limits. Endpoints of one `group` count together. */
export interface EndpointLimit {
  readonly group: string
  readonly windowSeconds: number
  /** Per key or session. */
  readonly perCredentialMax: number
  readonly perUserMax: number
}

export interface Call {
  readonly requestId: string
  readonly address: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal
}

export type HandlerContext<Principal extends Caller> = Context & {
  readonly principal: Principal
  readonly call: Call
}

/** The contract of one HTTP operation, for validation, OpenAPI, and the tests over all endpoints. */
export interface EndpointDefinition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  RequestBody extends Body | undefined,
  Answer extends Result,
  Code extends string,
  Allowed extends Who,
> {
  readonly method: Method
  /** Below the service's base path, parameters in braces: `/files/{id}/move`. */
  readonly path: `/${string}` | ''
  readonly summary: string
  readonly description?: string
  /** `nobody` means anyone, without credentials. */
  readonly who: Allowed
  readonly limit?: EndpointLimit
  /** The service that the caller's plan must include. An adopted operation needs its own. */
  readonly plan?: string
  /** False: only refusals are in the request log. */
  readonly isRecorded?: boolean
  /** Per-minute cap with a key that has its service's default cap: docs/api/keys.md#limits. They also count as usual. */
  readonly perMinuteMax?: number
  readonly params?: Params
  readonly query?: Query
  /** Headers that the handler reads and checks itself, for the reference. */
  readonly headers?: Readonly<Record<string, z.ZodType>>
  readonly body?: RequestBody
  readonly status?: SuccessStatus
  /** For a result that the handler returns as `OtherStatus`. */
  readonly otherStatus?: SuccessStatus
  readonly result: Answer
  /** The handler may also return `Csv`, for clients that accept it. */
  readonly csv?: true
  /** Beside the codes that every endpoint of the service shares. */
  readonly problems: readonly Code[]
  /** test/reference.test.ts requires and runs it. */
  readonly example?: CallExample<ResultOutput<Answer>>
  /** Throws when the caller may not do this at all, before any input is read, so that they learn nothing else. */
  permit?(caller: CallerOf<Allowed>): void
  handle(
    input: {
      readonly params: z.output<Params>
      readonly query: z.output<Query>
      readonly body: BodyInput<RequestBody>
    },
    context: HandlerContext<CallerOf<Allowed>>,
  ): Promise<
    | ResultOutput<Answer>
    | OtherStatus<ResultOutput<Answer>>
    | WithCookies<ResultOutput<Answer>>
    | Preserialized<Answer>
    | Csv
  >
}

/** A declared endpoint. Only the type of its callers is kept. */
export interface Endpoint<Principal extends Caller = Caller> {
  /** Operation ID: equal to the export and, in kebab case, to the file. */
  readonly id: string
  readonly service: ServiceProfile
  /** For an adopted operation: adopt.ts. */
  readonly original?: Endpoint
  /** Codes of the declaration → codes of this service, where they differ. */
  readonly renamed: Readonly<Record<string, string>>
  readonly definition: Omit<
    EndpointDefinition<z.ZodObject, z.ZodObject, Body | undefined, Result, string, Who>,
    'handle' | 'permit'
  > & {
    /** `params` are those of the path, not parsed yet. */
    permit?(caller: Principal, params: unknown): void
    handle(
      input: { params: unknown; query: unknown; body: unknown },
      context: HandlerContext<Principal>,
    ): Promise<unknown>
  }
}

export function sharedCodes(service: ServiceProfile): ReadonlySet<string> {
  let codes = codesOfServices.get(service)
  if (!codes) codesOfServices.set(service, (codes = new Set(Object.values(service.codes))))
  return codes
}

const codesOfServices = new WeakMap<ServiceProfile, ReadonlySet<string>>()

export const codeIn = ({ renamed }: Endpoint, code: string): string => renamed[code] ?? code

const fieldsOf = (endpoint: Endpoint): readonly z.ZodType[] => {
  const { params, query, body } = endpoint.definition
  return [params, query, body instanceof z.ZodObject ? body : undefined].flatMap((schema) =>
    schema ? (Object.values(schema.shape) as z.ZodType[]) : [],
  )
}

/** An empty list must not open an endpoint by accident; of two requirements of one kind, only one would count. */
function checkWho(endpoint: Endpoint): void {
  const kinds = requirementsOf(endpoint).map(({ kind }) => kind.name)
  if (kinds.length === 0 && endpoint.definition.who !== nobody)
    throw new Error(`${endpoint.id} takes no callers; declare who: nobody when credentials are not required`)
  if (new Set(kinds).size < kinds.length) throw new Error(`${endpoint.id} names a kind of caller twice`)
}

/** Fails at load time when a declaration contradicts itself. */
export function checkDeclaration(endpoint: Endpoint): void {
  const { id, service, definition } = endpoint
  checkWho(endpoint)
  const declared = new Set([...definition.problems, ...sharedCodes(service)])
  for (const code of declared) {
    if (!(code in service.problems)) throw new Error(`${id}: ${code} is not a problem of ${service.name}`)
  }
  for (const field of fieldsOf(endpoint)) {
    const code = problemOf(field)
    if (code && !declared.has(codeIn(endpoint, code)))
      throw new Error(`${id}: a field is refused as ${code}, which is not declared`)
  }
  const named = [...definition.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  const given = Object.keys(definition.params?.shape ?? {})
  if (named.join() !== given.join()) throw new Error(`${id}: parameters of path and schema differ`)
}

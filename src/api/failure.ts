import { BlobStoreUnavailable } from '../platform/blobs/store.ts'
import { brokenConstraint } from '../platform/database/connection.ts'
import { DatabaseUnavailable } from '../platform/database/presence.ts'
import { formOf } from './body.ts'
import { codeIn, sharedCodes, type Endpoint } from './endpoint.ts'
import { Refused } from './auth-scheme.ts'
import { JsonBodyFault } from '../platform/http/json-body.ts'
import { MultipartFault } from '../platform/http/multipart.ts'
import { PermitRefused } from '../platform/concurrency/fair-limiter.ts'
import { ReasonedError } from '../platform/reasoned-error.ts'
import { problemFor } from './parse.ts'
import { Problem, retryAfter } from './problem.ts'
import type { Fault, ServiceProfile } from './service.ts'

const fastifyFaults: Readonly<Record<string, Fault>> = {
  FST_ERR_BAD_URL: 'unknown_path',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'malformed_request',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
}

/** Enough for a database restart. */
export const databaseRetrySeconds = 5

const codeOf = (error: unknown): string | undefined => {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' ? code : undefined
}

function expected(
  error: unknown,
  service: ServiceProfile,
  endpoint: Endpoint | undefined,
  requestId: string,
): Problem | undefined {
  if (error instanceof Problem) return error
  if (error instanceof Refused) {
    const code = service.codes[error.reason]
    const row = code === undefined ? undefined : service.problems[code]
    return code !== undefined && row ? new Problem(code, row, error.input) : undefined
  }
  if (error instanceof BlobStoreUnavailable) {
    const code = service.codes.unreachable
    const input = { message: 'Stored files cannot be reached. Retry.', cause: error }
    return new Problem(code, service.problems[code] as readonly [number, string], input)
  }
  if (error instanceof PermitRefused) {
    const code = service.codes.busy
    return new Problem(code, service.problems[code] as readonly [number, string], {
      message: 'Too many requests of this kind are under way. Try again after the seconds in Retry-After.',
      details: { limit: error.resource },
      ...retryAfter(error.retrySeconds),
    })
  }
  if (error instanceof DatabaseUnavailable) {
    const code = service.codes.failed
    const input = {
      message: 'The database does not answer. Try again.',
      details: { request_id: requestId },
      ...retryAfter(databaseRetrySeconds),
      cause: error,
    }
    return new Problem(code, service.problems[code] as readonly [number, string], input)
  }
  if (error instanceof JsonBodyFault)
    return problemFor({ service }, service.codes[error.fault], error.message)
  if (error instanceof MultipartFault && endpoint) {
    const form = formOf(endpoint.definition.body)
    if (form) return problemFor(endpoint, codeIn(endpoint, form.problems[error.fault]), error.message)
  }
  if (error instanceof ReasonedError) {
    const code = service.refusals?.[error.reason]
    const row = code === undefined ? undefined : service.problems[code]
    return code !== undefined && row ? new Problem(code, row, retryAfter(error.retrySeconds)) : undefined
  }
  const constraint = brokenConstraint(error)
  const broken = constraint === undefined ? undefined : service.constraints[constraint]
  if (broken) return problemFor({ service }, broken)
  const fault = fastifyFaults[codeOf(error) ?? '']
  return fault && problemFor({ service }, service.codes[fault])
}

/**
 * The problem for a thrown error. Unexpected errors, and codes that the endpoint did not declare, are internal
 * failures (`unexpected`), of which the caller learns only the request ID.
 */
export function toProblem(
  error: unknown,
  service: ServiceProfile,
  endpoint: Endpoint | undefined,
  requestId: string,
): { readonly problem: Problem; readonly unexpected: boolean } {
  const problem = expected(error, service, endpoint, requestId)
  const declared =
    problem !== undefined &&
    (endpoint === undefined ||
      endpoint.definition.problems.includes(problem.code) ||
      sharedCodes(service).has(problem.code))
  if (problem && declared) return { problem, unexpected: false }
  const code = service.codes.failed
  const row = service.problems[code] as readonly [number, string]
  return { problem: new Problem(code, row, { details: { request_id: requestId } }), unexpected: true }
}

import { BlobStoreUnavailable } from '../platform/blobs/store.ts'
import { brokenConstraint } from '../platform/database/connection.ts'
import { DatabaseUnavailable } from '../platform/database/health.ts'
import { formOf } from './body.ts'
import { codeIn, sharedCodes, type Endpoint } from './endpoint.ts'
import { Refused } from './auth-scheme.ts'
import { JsonBodyFault } from '../platform/http/json-body.ts'
import { MultipartFault } from '../platform/http/multipart.ts'
import { PermitRefused } from '../platform/concurrency/fair-limiter.ts'
import { ReasonedError } from '../platform/reasoned-error.ts'
import { Problem, retryAfter, type ProblemInput } from './problem.ts'
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
  const problem = (code: string | undefined, input?: ProblemInput): Problem | undefined => {
    const row = code === undefined ? undefined : service.problems[code]
    return code !== undefined && row ? new Problem(code, row, input) : undefined
  }
  const { codes, refusals = {}, constraints } = service
  if (error instanceof Refused) return problem(codes[error.reason], error.input)
  if (error instanceof BlobStoreUnavailable)
    return problem(codes.unreachable, { message: 'Stored files cannot be reached. Retry.', cause: error })
  if (error instanceof PermitRefused)
    return problem(codes.busy, {
      message: 'Too many requests of this kind are under way. Try again after the seconds in Retry-After.',
      details: { limit: error.resource },
      ...retryAfter(error.retrySeconds),
    })
  if (error instanceof DatabaseUnavailable)
    return problem(codes.failed, {
      message: 'The database does not answer. Try again.',
      details: { request_id: requestId },
      ...retryAfter(databaseRetrySeconds),
      cause: error,
    })
  if (error instanceof JsonBodyFault) return problem(codes[error.fault], { message: error.message })
  if (error instanceof MultipartFault && endpoint) {
    const form = formOf(endpoint.definition.body)
    if (form) return problem(codeIn(endpoint, form.problems[error.fault]), { message: error.message })
  }
  if (error instanceof ReasonedError) return problem(refusals[error.reason], retryAfter(error.retrySeconds))
  const constraint = brokenConstraint(error)
  const broken = constraint === undefined ? undefined : constraints[constraint]
  if (broken) return problem(broken)
  const fault = fastifyFaults[codeOf(error) ?? '']
  return fault && problem(codes[fault])
}

/** Unexpected errors and undeclared codes become internal failures, of which the caller learns only the request ID. */
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

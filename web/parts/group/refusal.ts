import { ApiError } from '../../api/call.ts'

/** The same refusal in other words, and at a field of the form if it is given. */
export function reworded(error: ApiError, message: string, field?: string): ApiError {
  const { status, code, details, requestId } = error
  return new ApiError({
    status,
    code,
    message,
    details: field === undefined ? details : { ...details, field },
    requestId,
  })
}

export const isRefusal = (error: unknown, code: string): error is ApiError =>
  error instanceof ApiError && error.code === code

/** As the server would refuse the field. */
export const refuse = (field: string, message: string): never => {
  throw new ApiError({ status: 400, code: 'invalid_request', message, details: { field } })
}

import { ApiError } from '../../api/call.ts'
import { operatorWords } from '../../words/words.ts'

/** An error that a form shows at a field. */
export const fieldError = (field: string, message: string): ApiError =>
  new ApiError({ status: 400, code: 'invalid_request', message, details: { field } })

/** null for nothing. Throws an error for the field otherwise. */
export function wholeNumberIn(text: string, field: string): number | null {
  const digits = text.replaceAll(/[,\s]/g, '')
  if (digits === '') return null
  if (!/^\d{1,15}$/.test(digits)) throw fieldError(field, operatorWords.plan.wholeNumber)
  return Number(digits)
}

import { defineProblems } from '../api/problem.ts'

/** docs/api/sms.md#errors. */
export const problems = {
  invalid_number: [400, 'The phone number is not valid. Use the form +12025550100.'],
  invalid_body: [400, 'body must have 1 to 1,600 characters.'],
  bad_request: [400, 'The request is not valid.'],
  unauthorized: [401, 'Send an API key as Authorization: Bearer <key>.'],
  invalid_key: [401, 'The API key is not valid.'],
  subscription_inactive: [402, 'The plan of this account does not include SMS.'],
  daily_limit_reached: [402, 'The send allowance of this account is used up.'],
  insufficient_scope: [403, 'The API key lacks the scope that this call needs.'],
  not_found: [404, 'Not found. Check the path and the id.'],
  not_cancellable: [409, "The message is no longer queued, so it can't be cancelled."],
  group_inactive: [409, 'The group cannot send.'],
  no_number: [409, 'This account has no number to send from.'],
  rate_limited: [429, 'Too many requests with this API key. Try again after Retry-After seconds.'],
  internal_error: [500, 'Something went wrong on our side.'],
  bad_gateway: [502, 'The SMS service cannot be reached. Try again.'],
  gateway_timeout: [504, 'The SMS service took too long to answer.'],
} as const

export const problem = defineProblems(problems)

import { defineProblems } from '../../../../api/problem.ts'

/** The app reads only the status. */
export const problems = {
  bad_request: [400, 'The request is not valid.'],
  unauthorized: [401, 'Send the token of the phone as Authorization: Bearer <token>.'],
  not_enrolled: [
    401,
    'This code or token does not enroll a phone. Get new ones: bureau numbers phone ID --rotate.',
  ],
  wrong_signature: [401, 'The signature does not fit. The phone fetches its signing key with its settings.'],
  wrong_time: [401, 'The time of the request is too far from ours. Check the clock of the phone.'],
  other_device: [403, 'The id is not that of this phone.'],
  no_password: [403, 'Phones have tokens here, and no passwords.'],
  not_found: [404, 'This path does not exist.'],
  body_too_large: [413, 'The body is too large.'],
  too_many_tries: [429, 'Too many tries. Try again after Retry-After seconds.'],
  internal_error: [500, 'Something went wrong on our side.'],
  no_login_codes: [501, 'A phone enrolls with the code of "bureau numbers add".'],
  busy: [503, 'Too many phones at once. Try again.'],
  timed_out: [504, 'The request took too long.'],
} as const

export const problem = defineProblems(problems)

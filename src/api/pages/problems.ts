import type { NextStep } from '../../platform/pages/notice.ts'
import { defineProblems } from '../problem.ts'

/** Code → HTTP status, heading, what to do, and where to do it. */
export type PageProblemTable = Readonly<
  Record<string, readonly [status: number, heading: string, sentence: string, next?: NextStep]>
>

/** Every page may have these without declaring them. A site may replace the sentences. */
export const sharedProblems = {
  malformed_form: [400, 'The form cannot be read', 'Open the page again and submit its form.'],
  cross_site: [403, 'This form came from another site', 'Open the page itself and submit the form there.'],
  unknown_path: [404, 'Page not found', 'Check the address and try again.'],
  unknown_method: [405, 'This address does not allow the request', 'Open the address in a browser.'],
  form_too_slow: [408, 'The form took too long to arrive', 'Check your connection and submit it again.'],
  precondition_failed: [412, 'The file has changed', 'Start the download again from the beginning.'],
  form_too_large: [413, 'The form is too large', 'Shorten what you typed and submit it again.'],
  unsatisfiable_range: [416, 'The download cannot resume', 'Start the download again from the beginning.'],
  too_many_tries: [429, 'Too many tries', 'Wait, then try again.'],
  failed: [
    500,
    'Something went wrong',
    'Try again later. If it fails again, tell the person who gave you this address the request ID.',
  ],
  database_away: [
    500,
    'The server cannot answer now',
    'Its database does not respond. Try again in a few seconds.',
  ],
  unreachable: [502, 'The file cannot be reached', 'Try again in a few minutes.'],
  busy: [503, 'The server is busy', 'Try again in a few seconds.'],
} as const satisfies PageProblemTable

export type SharedCode = keyof typeof sharedProblems

export const isShared = (code: string): code is SharedCode => Object.hasOwn(sharedProblems, code)

type Sentences<Code extends PropertyKey> = Readonly<Record<Code, readonly [status: number, sentence: string]>>

/** One constructor per code: `throw problem.wrong_password()`. */
export function definePageProblems<const Own extends PageProblemTable>(own: Own) {
  const problems: PageProblemTable = { ...sharedProblems, ...own }
  const sentences = Object.entries(problems).map(([code, [status, , sentence]]) => [code, [status, sentence]])
  return {
    problems: problems as Readonly<Record<keyof Own | SharedCode, PageProblemTable[string]>>,
    problem: defineProblems(Object.fromEntries(sentences) as Sentences<keyof Own | SharedCode>),
  }
}

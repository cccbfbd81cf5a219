import { describe, expect, test } from 'vitest'
import { PermitRefused } from '../platform/concurrency/fair-limiter.ts'
import { ReasonedError } from '../platform/reasoned-error.ts'
import { files } from '../files/service.ts'
import { toProblem } from './failure.ts'

class Full extends ReasonedError {
  override readonly reason = 'full'
}

describe('the refusal of a library', () => {
  test('becomes the code that the service names for its reason', () => {
    const service = { ...files.profile, refusals: { full: 'rate_limited' } as const }
    const { problem, unexpected } = toProblem(new Full(), service, undefined, 'request')
    expect([problem.status, problem.code, unexpected]).toEqual([429, 'rate_limited', false])
  })

  test('that the service does not name is a failure of ours', () => {
    const { problem, unexpected } = toProblem(new Full(), files.profile, undefined, 'request')
    expect([problem.code, unexpected]).toEqual(['internal_error', true])
  })
})

describe('a turn that could not be had', () => {
  test('is rate_limited with Retry-After, and says what is busy', () => {
    const { problem, unexpected } = toProblem(
      new PermitRefused('plans', 'full'),
      files.profile,
      undefined,
      'request',
    )
    expect([problem.status, problem.code, unexpected]).toEqual([429, 'rate_limited', false])
    expect(problem).toMatchObject({ details: { limit: 'plans' }, headers: { 'Retry-After': '5' } })
  })
})

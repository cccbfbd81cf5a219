import { expect, test } from 'vitest'
import { ApiError } from '../../api/call.ts'
import { verdictOn } from './retry.ts'

const refused = (status: number, code: string, retryAfterSeconds?: number) =>
  verdictOn(new ApiError({ status, code, message: 'x', retryAfterSeconds }))

test('what fails by itself is sent again, what the server refuses is not', () => {
  expect(refused(0, 'network')).toBe('outage')
  expect(refused(502, 'unreadable')).toBe('outage')
  expect(refused(500, 'internal_error')).toBe('again')
  expect(refused(400, 'upload_failed')).toBe('again')
  expect(refused(400, 'complete_failed')).toBe('again')
  expect(refused(400, 'invalid_name')).toBe('failed')
  expect(refused(404, 'folder_not_found')).toBe('failed')
  expect(verdictOn(new TypeError('x'))).toBe('failed')
})

test('what the server says about an upload is followed', () => {
  expect(refused(401, 'not_logged_in')).toBe('logged-out')
  expect(refused(410, 'upload_gone')).toBe('gone')
  expect(refused(409, 'incomplete_upload')).toBe('incomplete')
  expect(refused(413, 'quota_exceeded')).toBe('full')
  expect(refused(429, 'upload_queue_full', 60)).toEqual({ waitSeconds: 60 })
  expect(refused(429, 'rate_limited')).toEqual({ waitSeconds: 5 })
})

test('pausing does not count as a failure', () => {
  expect(verdictOn(new DOMException('x', 'AbortError'))).toBe('stopped')
})

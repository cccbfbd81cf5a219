import { describe, expect, test } from 'vitest'
import { failureOf } from './failures.ts'
import { mayTryLater } from './rules.ts'

const minutes = (pauseMs: number | undefined) => (pauseMs === undefined ? undefined : pauseMs / 60_000)

/** Everything that the app puts before its own words, and every result of Android that it has words for. */
const results: readonly (readonly [name: string, code: string, pauseMinutes?: number])[] = [
  ['RESULT_ERROR_NONE', 'failed'],
  ['RESULT_ERROR_GENERIC_FAILURE', 'failed'],
  ['RESULT_ERROR_RADIO_OFF', 'phone_unhealthy', 5],
  ['RESULT_ERROR_NULL_PDU', 'message_refused'],
  ['RESULT_ERROR_NO_SERVICE', 'phone_unhealthy', 5],
  ['RESULT_ERROR_LIMIT_EXCEEDED', 'phone_limit', 30],
  ['RESULT_ERROR_FDN_CHECK_FAILURE', 'phone_not_permitted'],
  ['RESULT_ERROR_SHORT_CODE_NOT_ALLOWED', 'phone_not_permitted'],
  ['RESULT_ERROR_SHORT_CODE_NEVER_ALLOWED', 'phone_not_permitted'],
  ['RESULT_RADIO_NOT_AVAILABLE', 'phone_unhealthy', 5],
  ['RESULT_NETWORK_REJECT', 'failed'],
  ['RESULT_INVALID_ARGUMENTS', 'message_refused'],
  ['RESULT_INVALID_STATE', 'failed'],
  ['RESULT_NO_MEMORY', 'failed'],
  ['RESULT_INVALID_SMS_FORMAT', 'message_refused'],
  ['RESULT_SYSTEM_ERROR', 'failed'],
  ['RESULT_MODEM_ERROR', 'failed'],
  ['RESULT_NETWORK_ERROR', 'failed'],
  ['RESULT_ENCODING_ERROR', 'message_refused'],
  ['RESULT_INVALID_SMSC_ADDRESS', 'failed'],
  ['RESULT_OPERATION_NOT_ALLOWED', 'failed'],
  ['RESULT_INTERNAL_ERROR', 'failed'],
  ['RESULT_NO_RESOURCES', 'failed'],
  ['RESULT_CANCELLED', 'failed'],
  ['RESULT_REQUEST_NOT_SUPPORTED', 'failed'],
  ['RESULT_NO_BLUETOOTH_SERVICE', 'failed'],
  ['RESULT_INVALID_BLUETOOTH_ADDRESS', 'failed'],
  ['RESULT_BLUETOOTH_DISCONNECTED', 'failed'],
  ['RESULT_UNEXPECTED_EVENT_STOP_SENDING', 'phone_not_permitted'],
  ['RESULT_SMS_BLOCKED_DURING_EMERGENCY', 'phone_unhealthy', 1],
  ['RESULT_SMS_SEND_RETRY_FAILED', 'failed'],
  ['RESULT_REMOTE_EXCEPTION', 'failed'],
  ['RESULT_NO_DEFAULT_SMS_APP', 'phone_not_permitted'],
  ['RESULT_RIL_RADIO_NOT_AVAILABLE', 'phone_unhealthy', 5],
  ['RESULT_RIL_SMS_SEND_FAIL_RETRY', 'failed'],
  ['RESULT_RIL_NETWORK_REJECT', 'failed'],
  ['RESULT_RIL_INVALID_STATE', 'failed'],
  ['RESULT_RIL_INVALID_ARGUMENTS', 'message_refused'],
  ['RESULT_RIL_NO_MEMORY', 'failed'],
  ['RESULT_RIL_REQUEST_RATE_LIMITED', 'phone_limit', 1],
  ['RESULT_RIL_INVALID_SMS_FORMAT', 'message_refused'],
  ['RESULT_RIL_SYSTEM_ERR', 'failed'],
  ['RESULT_RIL_ENCODING_ERR', 'message_refused'],
  ['RESULT_RIL_INVALID_SMSC_ADDRESS', 'failed'],
  ['RESULT_RIL_MODEM_ERR', 'failed'],
  ['RESULT_RIL_NETWORK_ERR', 'failed'],
  ['RESULT_RIL_INTERNAL_ERR', 'failed'],
  ['RESULT_RIL_REQUEST_NOT_SUPPORTED', 'failed'],
  ['RESULT_RIL_INVALID_MODEM_STATE', 'failed'],
  ['RESULT_RIL_NETWORK_NOT_READY', 'phone_unhealthy', 5],
  ['RESULT_RIL_OPERATION_NOT_ALLOWED', 'failed'],
  ['RESULT_RIL_NO_RESOURCES', 'failed'],
  ['RESULT_RIL_CANCELLED', 'failed'],
  ['RESULT_RIL_SIM_ABSENT', 'phone_unhealthy', 5],
  ['RESULT_RIL_SIMULTANEOUS_SMS_AND_CALL_NOT_ALLOWED', 'phone_unhealthy', 1],
  ['RESULT_RIL_ACCESS_BARRED', 'failed'],
  ['RESULT_RIL_BLOCKED_DUE_TO_CALL', 'phone_unhealthy', 1],
  ['RESULT_RIL_GENERIC_ERROR', 'failed'],
]

describe('a failure that a phone tells of', () => {
  test.each(results)('%s is %s', (name, code, pauseMinutes) => {
    const { error, pauseMs, beforeSending } = failureOf(`Send result: ${name} (in Android's words)`)
    expect([error.code, minutes(pauseMs), beforeSending]).toEqual([code, pauseMinutes, false])
    expect(error.message).toMatch(/^The phone says: Send result: RESULT_/)
  })

  test.each([
    ["Can't send message: SIM 2 not found", 'phone_unhealthy', 5, true],
    ["Can't send message: No SIMs found", 'phone_unhealthy', 5, true],
    [
      "Can't send message: SIM selection requires READ_PHONE_STATE permission",
      'phone_not_permitted',
      undefined,
      true,
    ],
    ['sendSMS: Neither user 10123 has android.permission.SEND_SMS.', 'phone_not_permitted', undefined, false],
    ['sendSMS: Invalid destinationAddress', 'failed', undefined, false],
    ['Send result: Unknown error code: 147.', 'failed', undefined, false],
    ['Delivery result: 1', 'failed', undefined, false],
    ['Delivery result from SC +12025550199: 70', 'failed', undefined, false],
    ['Unknown', 'failed', undefined, false],
    ['\u0000something \uD800 else', 'failed', undefined, false],
  ])('%j is %s', (reason, code, pauseMinutes, before) => {
    const { error, pauseMs, beforeSending } = failureOf(reason)
    expect([error.code, minutes(pauseMs), beforeSending]).toEqual([code, pauseMinutes, before])
    expect(error.message).toMatch(/^The phone says: /)
    expect(error.message).not.toMatch(/\0|\uD800/)
  })

  test('without a word is failed, and a long one is cut', () => {
    expect(failureOf('').error).toEqual({ code: 'failed', message: 'The phone could not send the message.' })
    expect(Array.from(failureOf('x'.repeat(5000)).error.message)).toHaveLength(
      200 + 'The phone says: '.length,
    )
  })
})

describe('a message that a phone could not send', () => {
  const now = new Date('2026-01-01T00:00:00.000Z')
  const after = (ms: number) => new Date(now.getTime() + ms)
  const [limit, noSim] = [failureOf('LIMIT_EXCEEDED'), failureOf("Can't send message: No SIMs found")]

  test.each([
    ['passes and has one part', limit, { parts: 1, expiresAt: null }, true],
    ['has parts that may have gone out', limit, { parts: 2, expiresAt: null }, false],
    ['has parts that Android never got', noSim, { parts: 2, expiresAt: null }, true],
    ['is over before the pause is', limit, { parts: 1, expiresAt: after(30 * 60_000) }, false],
    ['has just time left', limit, { parts: 1, expiresAt: after(30 * 60_000 + 1) }, true],
    ['is final', failureOf('NULL_PDU'), { parts: 1, expiresAt: null }, false],
  ])('and that %s', (_, failure, message, again) => {
    expect(mayTryLater(failure, message, now)).toBe(again)
  })
})

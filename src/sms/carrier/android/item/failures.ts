import type { MessageError } from '../../../message/model.ts'

const minuteMs = 60_000

/** What a failure that a phone tells of means. */
export interface Failure {
  readonly error: MessageError
  /**
   * Only for what passes by itself, and where Android sent nothing of this part: how long the number pauses, until another
   * attempt is worth while.
   */
  readonly pauseMs?: number
  /** The app gave up before it handed anything to Android, so no part of the message went out. */
  readonly beforeSending: boolean
}

interface Meaning {
  readonly code: string
  readonly pauseMs?: number
}

/** Words of Android and of the app → what they mean. What is not among them may have been sent, and is final. */
const meanings: readonly (readonly [words: RegExp, meaning: Meaning])[] = [
  // Android counts over half an hour, a modem over seconds.
  [/LIMIT_EXCEEDED/, { code: 'phone_limit', pauseMs: 30 * minuteMs }],
  [/RATE_LIMITED/, { code: 'phone_limit', pauseMs: minuteMs }],
  [
    /RADIO_OFF|NO_SERVICE|RADIO_NOT_AVAILABLE|NETWORK_NOT_READY|SIM_ABSENT|SIM \d+ not found|No SIMs? found/i,
    { code: 'phone_unhealthy', pauseMs: 5 * minuteMs },
  ],
  // During a call.
  [
    /BLOCKED_DURING_EMERGENCY|SIMULTANEOUS_SMS_AND_CALL|BLOCKED_DUE_TO_CALL/,
    { code: 'phone_unhealthy', pauseMs: minuteMs },
  ],
  [
    /NO_DEFAULT_SMS_APP|UNEXPECTED_EVENT_STOP_SENDING|SHORT_CODE_(?:NEVER|NOT)_ALLOWED|FDN_CHECK|(?:SEND_SMS|READ_PHONE_STATE)/,
    { code: 'phone_not_permitted' },
  ],
  [/NULL_PDU|ENCODING_ERR|INVALID_ARGUMENTS|INVALID_SMS_FORMAT/, { code: 'message_refused' }],
]

const reasonCharactersMax = 200

/** A failure as the account sees it, in the phone's own words, and what to do about it. */
export function failureOf(reason: string): Failure {
  const { code, pauseMs } = meanings.find(([words]) => words.test(reason))?.[1] ?? { code: 'failed' }
  const told = Array.from(reason.toWellFormed().replaceAll('\0', '')).slice(0, reasonCharactersMax).join('')
  const message = told === '' ? 'The phone could not send the message.' : `The phone says: ${told}`
  return {
    error: { code, message },
    ...(pauseMs !== undefined && { pauseMs }),
    beforeSending: reason.startsWith("Can't send message: "),
  }
}

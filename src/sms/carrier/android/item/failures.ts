import type { MessageError } from '../../../message/model.ts'

const minuteMs = 60_000

export interface Failure {
  readonly error: MessageError
  /** How long the number pauses. Only for temporary failures of which Android sent nothing. */
  readonly pauseMs?: number
  /** The app gave up before it handed anything to Android, so no part was sent. */
  readonly beforeSending: boolean
}

interface Meaning {
  readonly code: string
  readonly pauseMs?: number
}

/** What Android and the app report → what it means. Anything else may have been sent, and is final. */
const meanings: readonly (readonly [words: RegExp, meaning: Meaning])[] = [
  // Android counts over half an hour, a modem over seconds.
  [/LIMIT_EXCEEDED/, { code: 'phone_limit', pauseMs: 30 * minuteMs }],
  [/RATE_LIMITED/, { code: 'phone_limit', pauseMs: minuteMs }],
  [
    /RADIO_OFF|NO_SERVICE|RADIO_NOT_AVAILABLE|NETWORK_NOT_READY|SIM_ABSENT|SIM \d+ not found|No SIMs? found/i,
    { code: 'phone_unhealthy', pauseMs: 5 * minuteMs },
  ],
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

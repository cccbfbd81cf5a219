import pg from 'pg'
import { IdentityRefusal } from '../identity/refusal.ts'
import { BlobStoreFull, BlobStoreUnavailable } from '../platform/blobs/store.ts'
import { sqlState } from '../platform/database/connection.ts'
import { DatabaseUnavailable } from '../platform/database/health.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { PermitRefused } from '../platform/concurrency/fair-limiter.ts'
import { hasCode } from '../platform/system-error.ts'
import { SecretUnreadable } from '../platform/secrets/vault.ts'
import { SmsRefusal } from '../sms/refusal.ts'
import { refusalSentence } from './refusals.ts'
import { smsRefusalSentence } from './sms-refusals.ts'

const queryCanceled = '57014'
const diskFull = '53100'

/** The line for a failure that the operator can act on; undefined for a defect. */
export function sentenceFor(error: unknown): string | undefined {
  if (error instanceof IdentityRefusal) return refusalSentence(error)
  if (error instanceof SmsRefusal) return smsRefusalSentence(error)
  if (error instanceof OperatorError) return error.message
  if (error instanceof BlobStoreFull || error instanceof BlobStoreUnavailable) return error.message
  if (error instanceof PermitRefused) return `${error.message} Try again in a moment.`
  if (error instanceof SecretUnreadable) return error.message
  if (error instanceof BlobStoreFull) return error.message
  if (error instanceof BlobStoreUnavailable) return `${error.message} Try again in a moment.`
  if (hasCode(error, 'ENOSPC', 'EDQUOT'))
    return 'The disk is full. Free some space, and run the command again.'
  if (error instanceof DatabaseUnavailable)
    return `${error.message} Check whether the command took effect before you run it again.`
  return error instanceof pg.DatabaseError ? databaseSentence(error) : undefined
}

function databaseSentence({ code = '', constraint }: pg.DatabaseError): string | undefined {
  // Class 22: the value does not fit its column. Class 23: a constraint that its store does not translate.
  if (code.startsWith('22'))
    return 'A value is too large or has characters that cannot be stored. Change it and try again.'
  if (code.startsWith('23'))
    return `The database refused the change: it violates the constraint ${constraint ?? code}.`
  if (code === diskFull)
    return 'The disk of the database is full. Free some space, and run the command again.'
  if (code === queryCanceled) return 'The database took too long; nothing was changed. Try again.'
  return undefined
}

/** Whether work that was interrupted ended for this reason. Libraries throw errors of their own for it. */
export const isInterruption = (error: unknown, { aborted, reason }: AbortSignal): boolean =>
  aborted &&
  (error === reason ||
    (error instanceof Error && error.cause === reason) ||
    hasCode(error, 'ABORT_ERR', 'ERR_STREAM_PREMATURE_CLOSE') ||
    sqlState(error) === queryCanceled)

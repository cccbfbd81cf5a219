import type { Queryable } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'

/** How long to wait for an answer before the phone is asked again. */
const askAgainMs = 3_600_000
/** A later ping was posted behind the texts. */
const answerMsMin = 30_000

export interface PhoneWithGap {
  readonly deviceId: string
  readonly enrolledAt: Date
  readonly textsSince: Date
}

export const takeMissedTexts = (
  database: Queryable,
  deviceIds: readonly string[],
  now: Date,
): Promise<PhoneWithGap[]> =>
  database.rows<PhoneWithGap>(sql`
    update /* sms.phone.takeMissedTexts */ sms.phone set texts_asked_at = ${now}
     where device_id = any (${deviceIds}::text[]) and texts_since is not null and fetched_webhooks is not null
       and (texts_asked_at is null or texts_asked_at <= ${new Date(now.getTime() - askAgainMs)})
    returning device_id as "deviceId", enrolled_at as "enrolledAt", texts_since as "textsSince"`)

/** The request may have been lost with the previous stream, so that a ping would not answer it: asks again. */
export async function forgetTextRequest(database: Queryable, deviceId: string): Promise<void> {
  await database.run(sql`
    update /* sms.phone.forgetTextRequest */ sms.phone set texts_asked_at = null
     where device_id = ${deviceId} and texts_asked_at is not null`)
}

/** The phone posts one event after the other, so a ping after the request means that the texts were posted. */
export async function noteTextsPosted(database: Queryable, numberId: number, now: Date): Promise<void> {
  await database.run(sql`
    update /* sms.phone.noteTextsPosted */ sms.phone set texts_since = null, texts_asked_at = null
     where number_id = ${numberId} and texts_asked_at <= ${new Date(now.getTime() - answerMsMin)}`)
}

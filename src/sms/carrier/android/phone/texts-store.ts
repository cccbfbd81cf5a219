import type { Queryable } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'

/** How long a phone has to tell that it lives, after which it is asked again. */
const askAgainMs = 3_600_000
/** A ping that comes so long after the question was posted behind the texts. */
const answerMsMin = 30_000

export interface PhoneWithGap {
  readonly deviceId: string
  readonly enrolledAt: Date
  /** From when on texts may be missing. */
  readonly textsSince: Date
}

/** Those of the enrolments that may have texts which they did not post, and know where to. They count as asked from now on. */
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

/** A question on the stream before may have been lost with it, so that a ping does not answer it: the phone is asked again. */
export async function forgetTextRequest(database: Queryable, deviceId: string): Promise<void> {
  await database.run(sql`
    update /* sms.phone.forgetTextRequest */ sms.phone set texts_asked_at = null
     where device_id = ${deviceId} and texts_asked_at is not null`)
}

/** The phone was asked for its texts, and lived on: it posts one after the other, its pings behind them. */
export async function noteTextsPosted(database: Queryable, numberId: number, now: Date): Promise<void> {
  await database.run(sql`
    update /* sms.phone.noteTextsPosted */ sms.phone set texts_since = null, texts_asked_at = null
     where number_id = ${numberId} and texts_asked_at <= ${new Date(now.getTime() - answerMsMin)}`)
}

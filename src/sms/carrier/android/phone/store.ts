import type { Queryable, Transaction } from '../../../../platform/database/database.ts'
import { sql } from '../../../../platform/database/sql.ts'
import { noteChanged } from '../../../number/change-store.ts'
import { problem } from '../protocol/problems.ts'

export interface SlotSecrets {
  readonly numberId: number
  readonly code: { readonly mark: string; readonly expiresAt: Date } | null
  readonly tokenDigest: Buffer
  readonly sealedSecret: Buffer
  readonly inboundDigest: Buffer
}

export async function insertPhone(tx: Transaction, slot: SlotSecrets): Promise<void> {
  await tx.run(sql`
    insert /* sms.phone.insertPhone */ into sms.phone
           (number_id, code_mark, code_expires_at, token_digest, sealed_secret, inbound_digest)
    values (${slot.numberId}, ${slot.code?.mark ?? null}, ${slot.code?.expiresAt ?? null}, ${slot.tokenDigest}, ${slot.sealedSecret},
            ${slot.inboundDigest})`)
}

/** Disconnects the enrolled phone, and takes the number offline. */
export async function replaceSecrets(tx: Transaction, slot: SlotSecrets): Promise<void> {
  await tx.run(sql`
    with /* sms.phone.replaceSecrets */ replaced as (
      update sms.phone
         set code_mark = ${slot.code?.mark ?? null}, code_expires_at = ${slot.code?.expiresAt ?? null},
             token_digest = ${slot.tokenDigest},
             sealed_secret = ${slot.sealedSecret}, inbound_digest = ${slot.inboundDigest},
             device_id = null, device_digest = null, enrolled_at = null, last_seen_at = null,
             fetched_webhooks = null, fetched_settings = null, texts_since = null, texts_asked_at = null
       where number_id = ${slot.numberId}
      returning number_id
    ),
    changed as (
      update sms.number n set online = false from replaced where n.id = replaced.number_id and n.online
      returning n.id
    )
    ${noteChanged({ at: tx.now(), online: false, reason: 'disconnected' })}`)
}

export interface NewDevice {
  readonly id: string
  readonly digest: Buffer
  readonly name: string | null
  readonly appVersion: string | null
  readonly at: Date
}

export interface EnrolledRow {
  readonly number_id: number
  readonly phone: string
  readonly label: string
}

/** Replacing the token disconnects the previous phone. Texts from before are not ours. */
const enrolled = (device: NewDevice) => sql`
       device_id = ${device.id}, device_digest = ${device.digest}, enrolled_at = ${device.at},
       name = ${device.name}, app_version = ${device.appVersion}, last_seen_at = ${device.at},
       fetched_webhooks = null, fetched_settings = null, clock_ahead_seconds = 0, health = null,
       texts_since = ${device.at}, texts_asked_at = null`

/** Uses up the code: of concurrent attempts exactly one gets a row. */
export const enrolWithCode = (
  database: Queryable,
  marks: readonly string[],
  device: NewDevice,
): Promise<EnrolledRow | undefined> =>
  database.first<EnrolledRow>(sql`
    update /* sms.phone.enrolWithCode */ sms.phone p
       set code_mark = null, code_expires_at = null, ${enrolled(device)}
      from sms.number n
     where p.code_mark = any (${marks}::text[]) and p.code_expires_at > ${device.at}
       and n.id = p.number_id and n.removed_at is null
    returning p.number_id, n.phone, n.label`)

/** The registration token of a number works repeatedly. */
export const enrolWithToken = (
  database: Queryable,
  digest: Buffer,
  device: NewDevice,
): Promise<EnrolledRow | undefined> =>
  database.first<EnrolledRow>(sql`
    update /* sms.phone.enrolWithToken */ sms.phone p
       set ${enrolled(device)}
      from sms.number n
     where p.token_digest = ${digest} and n.id = p.number_id and n.removed_at is null
    returning p.number_id, n.phone, n.label`)

export interface PhoneRow {
  readonly number_id: number
  readonly phone: string
  readonly online: boolean
  readonly device_id: string | null
  readonly enrolled_at: Date | null
  readonly name: string | null
  readonly app_version: string | null
  readonly sim: number | null
  readonly last_seen_at: Date | null
  readonly paused: boolean
  readonly clock_ahead_seconds: number
  readonly health: unknown
  readonly sealed_secret: Buffer
  readonly fetched_webhooks: string | null
  readonly fetched_settings: string | null
}

const columns = sql`
  p.number_id, n.phone, n.online, p.device_id, p.enrolled_at, p.name, p.app_version, p.sim, p.last_seen_at, p.paused,
  p.clock_ahead_seconds, p.health, p.sealed_secret, p.fetched_webhooks, p.fetched_settings`

/** Removed numbers have no phone. */
const fromLive = sql`
  from sms.phone p
  join sms.number n on n.id = p.number_id and n.removed_at is null`

export const findByToken = (database: Queryable, digest: Buffer): Promise<PhoneRow | undefined> =>
  database.find<PhoneRow>(sql`
    select /* sms.phone.findByToken */ ${columns} ${fromLive} where p.device_digest = ${digest}`)

export const findByAddress = (database: Queryable, digest: Buffer): Promise<PhoneRow | undefined> =>
  database.find<PhoneRow>(sql`
    select /* sms.phone.findByAddress */ ${columns} ${fromLive} where p.inbound_digest = ${digest}`)

export const findPhone = (database: Queryable, numberId: number): Promise<PhoneRow | undefined> =>
  database.find<PhoneRow>(sql`
    select /* sms.phone.findPhone */ ${columns} ${fromLive} where p.number_id = ${numberId}`)

/** A silence of this length may have kept texts from being posted. */
const awayMs = 60_000

export async function noteContact(
  database: Queryable,
  deviceIds: readonly string[],
  now: Date,
): Promise<number> {
  const awaySince = new Date(now.getTime() - awayMs)
  await database.run(sql`
    update /* sms.phone.noteContact */ sms.phone
       set last_seen_at = greatest(last_seen_at, ${now}),
           texts_since = case when last_seen_at < ${awaySince}
             then least(texts_since, last_seen_at) else texts_since end,
           texts_asked_at = case when last_seen_at < ${awaySince} then null else texts_asked_at end
     where device_id = any (${deviceIds}::text[])`)
  // A separate statement, so that it sees what a concurrent `dropSilent` committed.
  return database.run(sql`
    with /* sms.phone.noteContact.2 */ changed as (
      update sms.number n set online = true
        from sms.phone p
       where p.device_id = any (${deviceIds}::text[]) and n.id = p.number_id and not p.paused and not n.online
         and n.removed_at is null
      returning n.id
    )
    ${noteChanged({ at: now, online: true, reason: 'connected' })}`)
}

export const dropSilent = (database: Queryable, heardBefore: Date, now: Date): Promise<number> =>
  database.run(sql`
    with /* sms.phone.dropSilent */ silent as materialized (
      -- Locked, which looks again at one that is heard of at this moment.
      select p.number_id
        from sms.phone p
        join sms.number n on n.id = p.number_id and n.online
       where coalesce(p.last_seen_at, '-infinity') < ${heardBefore}
         for no key update of p
    ),
    changed as (
      update sms.number n set online = false from silent where n.id = silent.number_id and n.online
      returning n.id
    )
    ${noteChanged({ at: now, online: false, reason: 'silent' })}`)

export async function setPaused(tx: Transaction, numberId: number, paused: boolean): Promise<void> {
  await tx.run(
    sql`update /* sms.phone.setPaused */ sms.phone set paused = ${paused} where number_id = ${numberId}`,
  )
}

export async function countPaused(database: Queryable): Promise<number> {
  const { count } = await database.one<{ count: number }>(sql`
    select /* sms.phone.countPaused */ count(*)::int as count ${fromLive} where p.paused and not n.online`)
  return count
}

export async function setSim(database: Queryable, numberId: number, sim: number | null): Promise<void> {
  await database.run(
    sql`update /* sms.phone.setSim */ sms.phone set sim = ${sim} where number_id = ${numberId}`,
  )
}

export interface PhoneFacts {
  readonly appVersion?: string | undefined
  readonly sim?: number | undefined
  readonly clockAheadSeconds?: number | undefined
  readonly health?: unknown
}

/** Keeps a SIM that the operator chose. */
export async function noteFacts(database: Queryable, numberId: number, facts: PhoneFacts): Promise<void> {
  const health = facts.health === undefined ? null : JSON.stringify(facts.health)
  await database.run(sql`
    update /* sms.phone.noteFacts */ sms.phone
       set app_version = coalesce(${facts.appVersion ?? null}, app_version),
           sim = coalesce(sim, ${facts.sim ?? null}),
           clock_ahead_seconds = coalesce(${facts.clockAheadSeconds ?? null}, clock_ahead_seconds),
           health = coalesce(${health}::json, health)
     where number_id = ${numberId}`)
}

export async function noteFetched(
  database: Queryable,
  deviceId: string,
  fetched: { readonly webhooks?: string; readonly settings?: string },
): Promise<void> {
  await database.run(sql`
    update /* sms.phone.noteFetched */ sms.phone
       set fetched_webhooks = coalesce(${fetched.webhooks ?? null}, fetched_webhooks),
           fetched_settings = coalesce(${fetched.settings ?? null}, fetched_settings)
     where device_id = ${deviceId}`)
}

/** Throws `unauthorized` when the enrollment ended after the request was admitted. */
export async function requireDevice(
  database: Queryable,
  { numberId, deviceId }: { readonly numberId: number; readonly deviceId: string },
): Promise<PhoneRow> {
  const phone = await findPhone(database, numberId)
  if (phone?.device_id !== deviceId) throw problem.unauthorized()
  return phone
}

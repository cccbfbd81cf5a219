import { renderSVG, renderUnicodeCompact } from 'uqr'
import type { Context } from '../../../../api/context.ts'
import type { Queryable, Transaction } from '../../../../platform/database/database.ts'
import { queueChannel } from '../../../lanes.ts'
import { SmsRefusal } from '../../../refusal.ts'
import type { Enrollment } from '../../carrier.ts'
import { mobilePrefix } from './model.ts'
import { codeMark, codeSeconds, digestOf, newCode, newPostSecrets, newToken } from './secrets.ts'
import { findPhone, insertPhone, type PhoneRow, replaceSecrets, setSim, type SlotSecrets } from './store.ts'

type Secrets = Pick<Context, 'random' | 'vault' | 'origins'>

function newEnrollment({ random, vault, origins }: Secrets, numberId: number, now: Date) {
  const [code, token, url] = [newCode(random), newToken(random), `${origins.phones}${mobilePrefix}`]
  const posts = newPostSecrets(random, vault, numberId)
  const expiresAt = new Date(now.getTime() + codeSeconds * 1000)
  const slot: SlotSecrets = {
    numberId,
    code: { mark: codeMark(vault, code), expiresAt },
    tokenDigest: digestOf(token),
    sealedSecret: posts.sealed,
    inboundDigest: posts.digest,
  }
  const drawn = renderUnicodeCompact(qrText({ url, token, code }))
  const enrollment: Enrollment = { code, token, url, qr: drawn, expires_at: expiresAt.toISOString() }
  return { slot, enrollment }
}

const qrText = ({ url, token, code }: Pick<Enrollment, 'url' | 'token' | 'code'>): string =>
  [url, token, code].join('\n')

/** For pages: the same QR code as an SVG document. */
export const withPicture = (enrollment: Enrollment): Enrollment => ({
  ...enrollment,
  qr: renderSVG(qrText(enrollment)),
})

export async function addPhone(tx: Transaction, context: Secrets, numberId: number): Promise<Enrollment> {
  const { slot, enrollment } = newEnrollment(context, numberId, tx.now())
  await insertPhone(tx, slot)
  return enrollment
}

type Change = Secrets & Pick<Context, 'notifications'>

/** New secrets for a phone. Cuts off the one that is enrolled. */
export async function rotatePhone(
  tx: Transaction,
  { notifications, ...secrets }: Change,
  numberId: number,
): Promise<Enrollment> {
  const { slot, enrollment } = newEnrollment(secrets, numberId, tx.now())
  await replaceSecrets(tx, slot)
  // Ends the stream of the previous phone.
  tx.afterCommit(() => notifications.notify(queueChannel))
  return enrollment
}

/** Cuts off the enrolled phone. Nobody knows the new secrets. False: no phone was enrolled. */
export async function disconnectPhone(
  tx: Transaction,
  { notifications, ...secrets }: Change,
  numberId: number,
): Promise<boolean> {
  const before = await findPhone(tx, numberId)
  const { slot } = newEnrollment(secrets, numberId, tx.now())
  await replaceSecrets(tx, { ...slot, code: null })
  tx.afterCommit(() => notifications.notify(queueChannel))
  return (before?.device_id ?? null) !== null
}

export interface PhoneState extends Pick<
  PhoneRow,
  'online' | 'name' | 'app_version' | 'sim' | 'clock_ahead_seconds' | 'health'
> {
  readonly id: number
  readonly number: string
  readonly enrolled_at: string | null
  readonly last_seen_at: string | null
}

const toState = (row: PhoneRow): PhoneState => ({
  id: row.number_id,
  number: row.phone,
  online: row.online,
  enrolled_at: row.enrolled_at?.toISOString() ?? null,
  name: row.name,
  app_version: row.app_version,
  sim: row.sim,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  clock_ahead_seconds: row.clock_ahead_seconds,
  health: row.health,
})

async function requirePhone(
  { database }: { readonly database: Queryable },
  numberId: number,
): Promise<PhoneState> {
  const row = await findPhone(database, numberId)
  if (!row) throw new SmsRefusal('number_without_phone', { numberId })
  return toState(row)
}

export interface PhoneOptions {
  readonly numberId: number
  readonly rotate: boolean
  /** The SIM slot; null: the phone decides; undefined: unchanged. */
  readonly sim?: number | null | undefined
}

/** The SIM slot; null: the phone decides. Throws `number_without_phone`. */
export async function chooseSim(database: Queryable, numberId: number, sim: number | null): Promise<void> {
  await requirePhone({ database }, numberId)
  await setSim(database, numberId, sim)
}

/** `numbers phone`. Throws `number_without_phone`. */
export async function operatePhone(
  context: Context,
  { numberId, rotate, sim }: PhoneOptions,
): Promise<PhoneState & Partial<Enrollment>> {
  const { database } = context
  await requirePhone(context, numberId)
  if (sim !== undefined) await setSim(database, numberId, sim)
  if (!rotate) return requirePhone(context, numberId)
  const enrollment = await database.transaction((tx) => rotatePhone(tx, context, numberId))
  return { ...(await requirePhone(context, numberId)), ...enrollment }
}

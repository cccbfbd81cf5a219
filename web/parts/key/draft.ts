import type { Data } from '../../api/call.ts'
import { limitsOf, presetsOf, type Preset, type Service } from './services.ts'

export type Key = Data<'getKey'>

export type Expiry = 'never' | '30' | '90' | '365' | 'date'

/** The form as it is filled in. Numbers and lists are text until it is sent. */
export interface Draft {
  readonly name: string
  readonly service: Service
  readonly environment: 'live' | 'test'
  readonly preset: Preset['value'] | 'custom'
  readonly scopes: readonly string[]
  readonly perMinute: string
  readonly perDay: string
  readonly folder: { readonly id: string; readonly name: string } | undefined
  readonly numberId: number | undefined
  readonly ips: string
  readonly domains: string
  readonly expiry: Expiry
  /** `YYYY-MM-DD`, for the expiry `date`. */
  readonly expiryDate: string
}

/** What depends on the service starts anew; the rest stays. */
export function withService(draft: Pick<Draft, 'name' | 'expiry' | 'expiryDate'>, service: Service): Draft {
  const [preset] = presetsOf[service]
  return {
    name: draft.name,
    expiry: draft.expiry,
    expiryDate: draft.expiryDate,
    service,
    environment: 'live',
    preset: preset?.value ?? 'custom',
    scopes: preset?.scopes ?? [],
    perMinute: '',
    perDay: '',
    folder: undefined,
    numberId: undefined,
    ips: '',
    domains: '',
  }
}

export const newDraft = (): Draft => withService({ name: '', expiry: 'never', expiryDate: '' }, 'files')

const isSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((each) => others.includes(each))

/** The preset that gives these scopes. */
export const presetFor = (service: Service, scopes: readonly string[], hasFolder: boolean): Draft['preset'] =>
  presetsOf[service].find((preset) => isSame(preset.scopes, scopes) && (!preset.folder || hasFolder))
    ?.value ?? 'custom'

const unlessDefault = (value: number | null, standard: number | null): string =>
  value === null || value === standard ? '' : String(value)

/** A key with the rights of another one. It expires as long after its creation as the other did after its own. */
export function draftLike(key: Key): Draft {
  const { service, limits, scopes, folder } = key
  const standard = limitsOf[service]
  const kept = folder !== null && folder.name !== null ? { id: folder.id, name: folder.name } : undefined
  return {
    name: key.name,
    service,
    environment: key.environment,
    preset: presetFor(service, scopes, folder !== null),
    scopes,
    perMinute: unlessDefault(limits.per_minute, standard.perMinute),
    perDay: unlessDefault(limits.per_day, standard.perDay),
    folder: kept,
    numberId: key.number?.id,
    ips: key.ips.join('\n'),
    domains: key.domains.join('\n'),
    ...expiryLike(key),
  }
}

const dayMs = 86_400_000

function expiryLike({ created_at: created, expires_at: expires }: Key): Pick<Draft, 'expiry' | 'expiryDate'> {
  if (expires === null) return { expiry: 'never', expiryDate: '' }
  const days = Math.round((new Date(expires).getTime() - new Date(created).getTime()) / dayMs)
  if (days === 30 || days === 90 || days === 365) return { expiry: `${days}`, expiryDate: '' }
  return { expiry: 'date', expiryDate: expires.slice(0, 10) }
}

/** Undefined: never. A date is the end of that day where the person is. */
export function expiresAt({ expiry, expiryDate }: Draft, now: Date): Date | undefined {
  if (expiry === 'never') return undefined
  if (expiry !== 'date') return new Date(now.getTime() + Number(expiry) * dayMs)
  const end = new Date(`${expiryDate}T23:59:59`)
  return Number.isNaN(end.getTime()) ? undefined : end
}

export const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** Text that is no number is sent as it is, so that the server says what is wrong. */
const numberOf = (text: string): number | undefined => {
  const digits = text.replaceAll(/[\s,.']/g, '')
  return digits === '' ? undefined : Number(digits)
}

export const perMinuteOf = ({ perMinute, service }: Draft): number =>
  numberOf(perMinute) ?? limitsOf[service].perMinute

export const perDayOf = ({ perDay, service }: Draft): number | null =>
  numberOf(perDay) ?? limitsOf[service].perDay

export function bodyOf(draft: Draft, now: Date) {
  const { service, folder, numberId } = draft
  const isSms = service === 'sms'
  return {
    service,
    name: draft.name,
    scopes: [...draft.scopes],
    environment: draft.environment,
    per_minute: numberOf(draft.perMinute),
    per_day: numberOf(draft.perDay),
    folder_id: folder?.id,
    number_id: numberId,
    ...(!isSms && { ips: linesOf(draft.ips), domains: linesOf(draft.domains) }),
    expires_at: expiresAt(draft, now)?.toISOString(),
  }
}

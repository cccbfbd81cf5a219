import type { AppVersion, SimCard } from './model.ts'

export function appVersion(userAgent: string | undefined): string | undefined {
  return /^me\.capcom\.smsgateway\/(\d{1,4}(?:\.\d{1,4}){1,3})/.exec(userAgent ?? '')?.[1]
}

export function parseVersion(version: string | null | undefined): AppVersion | undefined {
  const [, major, minor] = /^(\d{1,4})\.(\d{1,4})/.exec(version ?? '') ?? []
  return major === undefined ? undefined : { major: Number(major), minor: Number(minor) }
}

export const hasSince = (version: AppVersion | undefined, minor: number): boolean =>
  version !== undefined && (version.major > 1 || (version.major === 1 && version.minor >= minor))

const lastDigits = (phone: string): string => phone.replaceAll(/\D/g, '').slice(-4)

export function simOf(cards: readonly SimCard[] | undefined, phone: string): number | undefined {
  if (!cards || cards.length < 2) return undefined
  const fitting = cards.filter(
    ({ phoneNumber }) => phoneNumber !== undefined && lastDigits(phoneNumber) === lastDigits(phone),
  )
  return fitting.length === 1 ? fitting[0]?.simNumber : undefined
}

import { Secret, TOTP } from 'otpauth'
import { typedCode } from '../../platform/typed-code.ts'

const digits = 6
const periodSeconds = 30
/** The adjacent steps count too, because clocks differ and people type slowly. */
const window = 1
const secretBytes = 20

export const newTotpSecret = (bytes: (count: number) => Buffer): string =>
  new Secret({ buffer: new Uint8Array(bytes(secretBytes)).buffer }).base32

const totpOf = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: 'Bureau', label, algorithm: 'SHA1', digits, period: periodSeconds, secret })

export const totpAddress = (secret: string, email: string): string => totpOf(secret, email).toString()

/** The time step of the code; undefined for a wrong one. */
export function totpStep(secret: string, typed: string, now: Date): number | undefined {
  const token = typedCode(typed)
  if (!/^\d{6}$/.test(token)) return undefined
  const delta = totpOf(secret, '').validate({ token, timestamp: now.getTime(), window })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}

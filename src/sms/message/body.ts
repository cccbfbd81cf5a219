import { SecretUnreadable, type Vault } from '../../platform/secrets/vault.ts'

export interface BodyRow {
  readonly phone: string
  readonly body: string
  readonly sealed_body: Buffer | null
}

/** Binds a sealed body to its recipient. */
export const bodyPurpose = (phone: string): string => `sms.message.body:${phone}`

export const sealBody = (body: string, phone: string, vault: Vault): Buffer =>
  vault.seal(body, bodyPurpose(phone))

export const bodyOf = ({ phone, body, sealed_body: sealed }: BodyRow, vault: Vault): string =>
  sealed === null ? body : vault.open(sealed, bodyPurpose(phone))

export function isReadable(row: BodyRow, vault: Vault): boolean {
  try {
    bodyOf(row, vault)
    return true
  } catch (error) {
    if (error instanceof SecretUnreadable) return false
    throw error
  }
}

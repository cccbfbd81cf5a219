import { SecretUnreadable, type Vault } from '../../platform/secrets/vault.ts'

/** The body of a message as its table has it: in plain text, or sealed when it holds a code. */
export interface BodyRow {
  readonly phone: string
  readonly body: string
  readonly sealed_body: Buffer | null
}

const purposeOf = (phone: string): string => `sms.message.body:${phone}`

/** Seals a body that holds a code, for its recipient. */
export const sealBody = (body: string, phone: string, vault: Vault): Buffer =>
  vault.seal(body, purposeOf(phone))

/** What the phone is to send. */
export const bodyOf = ({ phone, body, sealed_body: sealed }: BodyRow, vault: Vault): string =>
  sealed === null ? body : vault.open(sealed, purposeOf(phone))

/** Whether the keys that Bureau holds open the body. */
export function isReadable(row: BodyRow, vault: Vault): boolean {
  try {
    bodyOf(row, vault)
    return true
  } catch (error) {
    if (error instanceof SecretUnreadable) return false
    throw error
  }
}

import { sealedColumn } from '../platform/secrets/sealed-column.ts'
import { totpPurpose } from './totp/second-step.ts'
import { phonePurpose } from './user/create-account.ts'
import { einPurpose } from './workspace/ein.ts'

const key = { name: 'id', type: 'bigint' } as const

export const sealedColumns = [
  sealedColumn({
    what: 'phone numbers of people',
    table: 'identity.user',
    column: 'phone',
    key,
    purposeOf: phonePurpose,
  }),
  sealedColumn({
    what: 'two-step secrets',
    table: 'identity.user',
    column: 'totp_secret',
    key,
    purposeOf: totpPurpose,
  }),
  sealedColumn({
    what: 'employer identification numbers',
    table: 'identity.every_workspace',
    column: 'ein_sealed',
    key,
    purposeOf: einPurpose,
  }),
]

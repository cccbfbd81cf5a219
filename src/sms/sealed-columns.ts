import { sealedColumn } from '../platform/secrets/sealed-column.ts'
import { systemAccountId } from './account/model.ts'
import { postSecretsPurpose } from './carrier/android/phone/secrets.ts'
import { bodyPurpose } from './message/body.ts'

export const sealedColumns = [
  sealedColumn({
    what: 'secrets of phones',
    table: 'sms.phone',
    column: 'sealed_secret',
    key: { name: 'number_id', type: 'bigint' },
    purposeOf: postSecretsPurpose,
  }),
  sealedColumn({
    what: 'texts with a code',
    table: 'sms.message',
    column: 'sealed_body',
    key: { name: 'id', type: 'bigint' },
    owner: 'phone',
    purposeOf: bodyPurpose,
    // Only internal sends have codes.
    among: { name: 'workspace_id', value: systemAccountId },
  }),
]

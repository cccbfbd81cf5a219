import { sealedColumn } from '../platform/secrets/sealed-column.ts'
import { secretPurpose } from './webhook/secret.ts'

export const sealedColumns = [
  sealedColumn({
    what: 'secrets of webhooks',
    table: 'webhooks.webhook',
    column: 'sealed_secret',
    key: { name: 'id', type: 'bigint' },
    purposeOf: secretPurpose,
  }),
]

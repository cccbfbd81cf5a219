import { sealedColumn } from './sealed-column.ts'
import { purposeOfSecret } from './system-secret.ts'

const what = 'secrets of the installation'

export const sealedColumns = [
  sealedColumn({
    what,
    table: 'platform.secret',
    column: 'sealed',
    key: { name: 'name', type: 'text' },
    purposeOf: purposeOfSecret,
  }),
  sealedColumn({
    what,
    table: 'platform.former_secret',
    column: 'sealed',
    key: { name: 'id', type: 'bigint' },
    owner: 'name',
    purposeOf: purposeOfSecret,
  }),
]

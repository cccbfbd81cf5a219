import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../../../test/database.ts'
import { isTestFile, sourceFiles } from '../../../test/source.ts'
import { sql } from '../../platform/database/sql.ts'
import { sealedColumns } from './sealed-columns.ts'

let own: TestDatabase
beforeAll(async () => (own = await testDatabase()))
afterAll(() => own.close())

const unsealed = ['files.blob.bytes']

describe('sealedColumns', () => {
  test('names every binary column that is neither a digest nor the bytes of a file', async () => {
    const columns = await own.database.rows<{ name: string }>(sql`
      select table_schema || '.' || table_name || '.' || column_name as name
        from information_schema.columns join information_schema.tables using (table_schema, table_name)
       where table_type = 'BASE TABLE' and data_type = 'bytea' and table_schema in ('platform', 'identity', 'files', 'sms', 'webhooks')`)
    const sealed = columns
      .map(({ name }) => name)
      .filter((name) => !name.endsWith('digest') && !unsealed.includes(name))
    expect(sealedColumns.map(({ name }) => name).toSorted()).toEqual(sealed.toSorted())
  })

  test('covers every file that seals something', () => {
    const callers = sourceFiles
      .filter((file) => !isTestFile(file) && /vault\.seal\(/.test(file.code))
      .map(({ path }) => path)
    expect(callers).toEqual([
      'src/identity/totp/second-step.ts',
      'src/identity/user/create-account.ts',
      'src/identity/workspace/ein.ts',
      // Cookies, of which none lives longer than the two hours before old keys may go.
      'src/platform/pages/sealed-cookie.ts',
      'src/platform/secrets/rotation/reseal.ts',
      'src/platform/secrets/system-secret.ts',
      'src/sms/carrier/android/phone/secrets.ts',
      'src/sms/message/body.ts',
      'src/webhooks/webhook/secret.ts',
    ])
  })
})

import { sealedColumns as identityColumns } from '../../identity/sealed-columns.ts'
import { sealedColumns as platformColumns } from '../../platform/secrets/sealed-columns.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-column.ts'
import { sealedColumns as smsColumns } from '../../sms/sealed-columns.ts'
import { sealedColumns as webhookColumns } from '../../webhooks/sealed-columns.ts'

/** Everything in the database that the vault sealed. */
export const sealedColumns: readonly SealedColumn[] = [
  ...platformColumns,
  ...identityColumns,
  ...smsColumns,
  ...webhookColumns,
]

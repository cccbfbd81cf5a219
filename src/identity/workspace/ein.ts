import type { Transaction } from '../../platform/database/database.ts'
import type { Vault } from '../../platform/secrets/vault.ts'
import { writeEin } from './store.ts'

export const einPattern = /^\d{2}-?\d{7}$/

/** Binds a sealed number to its workspace. */
export const einPurpose = (workspaceId: number | string): string => `workspace.ein:${workspaceId}`

/** Seals the employer identification number, without its hyphen. */
export const sealEin = (tx: Transaction, vault: Vault, workspaceId: number, ein: string): Promise<number> =>
  writeEin(tx, workspaceId, vault.seal(ein.replace('-', ''), einPurpose(workspaceId)))

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { OperatorError } from '../../platform/operator-error.ts'
import { readOrMakeKeyFile } from '../../platform/secrets/key-file.ts'
import { secretKeyId } from '../../platform/secrets/vault.ts'
import type { ArchiveHead } from '../archive/format.ts'
import { openKeys } from '../archive/keys.ts'

export interface OwnKeys {
  readonly keys: readonly Buffer[]
  /** The key file; undefined: the operator sets the keys in BUREAU_SECRET_KEY. */
  readonly file: string | undefined
}

export interface ChosenKeys {
  readonly keys: readonly Buffer[]
  /** Undefined: the installation has them already. */
  readonly fileToWrite: string | undefined
}

/** Makes none. Throws OperatorError for an unusable key file. */
export async function readOwnKeys({
  secretKeys,
  dataDir,
}: {
  readonly secretKeys: readonly Buffer[] | undefined
  readonly dataDir: string
}): Promise<OwnKeys> {
  if (secretKeys) return { keys: secretKeys, file: undefined }
  const file = join(dataDir, 'secret.key')
  return { keys: existsSync(file) ? await readOrMakeKeyFile(file) : [], file }
}

type ArchiveKeys = Pick<ArchiveHead, 'key_ids' | 'sealed_keys'>

const hasKeyOf = ({ key_ids: [active] }: ArchiveKeys, keys: readonly Buffer[]): boolean =>
  keys.some((key) => secretKeyId(key) === active)

/** The keys that the restored installation has. Throws OperatorError if that of the archive is not among them. */
export async function chooseKeys(
  head: ArchiveKeys,
  own: OwnKeys,
  passphrase: string | undefined,
): Promise<ChosenKeys> {
  if (head.sealed_keys !== null && passphrase !== undefined && own.file !== undefined) {
    const sealed = await unsealed(head.sealed_keys, passphrase)
    const others = own.keys.filter((key) => !sealed.some((other) => other.equals(key)))
    return { keys: [...sealed, ...others], fileToWrite: own.file }
  }
  if (hasKeyOf(head, own.keys)) return { keys: own.keys, fileToWrite: undefined }
  throw new OperatorError(refusal(head, own))
}

/** To check the MAC; undefined if they are not at hand. Throws OperatorError for a wrong passphrase. */
export async function findKeys(
  head: ArchiveKeys,
  own: OwnKeys,
  passphrase: string | undefined,
): Promise<readonly Buffer[] | undefined> {
  if (hasKeyOf(head, own.keys)) return own.keys
  if (head.sealed_keys === null || passphrase === undefined) return undefined
  return unsealed(head.sealed_keys, passphrase)
}

async function unsealed(text: string, passphrase: string): Promise<readonly Buffer[]> {
  const keys = await openKeys(text, passphrase)
  if (keys) return keys
  throw new OperatorError(
    'The passphrase is not the one with which the secret keys of the backup were encrypted.',
  )
}

function refusal({ key_ids: [active], sealed_keys: sealed }: ArchiveKeys, { file }: OwnKeys): string {
  if (file === undefined)
    return `BUREAU_SECRET_KEY does not contain the key of the backup (ID ${active}). Set it to the keys of the installation that was backed up.`
  const bring = `copy the file secret.key of the installation that was backed up to ${file}`
  return sealed === null
    ? `The backup does not contain its secret key (ID ${active}): ${bring}, or set BUREAU_SECRET_KEY.`
    : `The secret key of the backup (ID ${active}) is encrypted: name a file with its passphrase in --passphrase-file, or ${bring}.`
}

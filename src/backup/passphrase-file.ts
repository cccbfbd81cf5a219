import { readFile } from 'node:fs/promises'
import { OperatorError } from '../platform/operator-error.ts'
import { hasCode } from '../platform/system-error.ts'
import { passphraseCharactersMin } from './settings.ts'

/** One line. Spaces around it do not count, as in BUREAU_BACKUP_PASSPHRASE_FILE. Throws OperatorError. */
export async function readPassphraseFile(file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT'))
      throw new OperatorError(`The passphrase file ${file} does not exist.`, { cause: error })
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`The passphrase file ${file} cannot be read: ${reason}.`, { cause: error })
  })
  const passphrase = text.trim()
  if (passphrase.length >= passphraseCharactersMin && !/[\r\n]/.test(passphrase)) return passphrase
  throw new OperatorError(
    `The passphrase in ${file} must be one line with at least ${passphraseCharactersMin} characters.`,
  )
}

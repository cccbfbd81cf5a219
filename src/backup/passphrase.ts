import { readFile } from 'node:fs/promises'
import { OperatorError } from '../platform/operator-error.ts'
import { hasCode } from '../platform/system-error.ts'

export const passphraseCharactersMin = 8

/** Without white space around it, like BUREAU_BACKUP_PASSPHRASE, so that both give the same passphrase. */
export async function readPassphrase(file: string): Promise<string> {
  const passphrase = (await textOf(file)).trim()
  if (passphrase.length >= passphraseCharactersMin && !/[\r\n]/.test(passphrase)) return passphrase
  throw new OperatorError(
    `The passphrase in ${file} must be one line with at least ${passphraseCharactersMin} characters.`,
  )
}

const textOf = (file: string): Promise<string> =>
  readFile(file, 'utf8').catch((error: unknown) => {
    if (hasCode(error, 'ENOENT'))
      throw new OperatorError(`The passphrase file ${file} does not exist.`, { cause: error })
    const reason = error instanceof Error ? error.message : String(error)
    throw new OperatorError(`The passphrase file ${file} cannot be read: ${reason}.`, { cause: error })
  })

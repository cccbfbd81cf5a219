import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readPassphraseFile } from './passphrase-file.ts'
import { backupSettings } from './settings.ts'
import { readSettings } from '../platform/config/setting.ts'

function written(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), 'bureau-passphrase-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'passphrase')
  writeFileSync(file, text)
  return file
}

test.each(['correct horse', 'correct horse\n', ' correct horse \r\n\n'])(
  'a file with %j is the passphrase that the setting reads from it',
  async (text) => {
    const file = written(text)
    expect(await readPassphraseFile(file)).toBe('correct horse')
    const { values } = readSettings(backupSettings, { BUREAU_BACKUP_PASSPHRASE_FILE: file })
    expect(values.backupPassphrase).toBe('correct horse')
  },
)

test.each(['', 'short\n', 'two lines\nof text\n'])('a file with %j is refused', async (text) => {
  await expect(readPassphraseFile(written(text))).rejects.toThrow(
    'must be one line with at least 8 characters.',
  )
})

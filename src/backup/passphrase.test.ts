import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../program/config.ts'
import { readPassphrase } from './passphrase.ts'

const directory = mkdtempSync(join(tmpdir(), 'bureau-passphrase-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))

const fileWith = (text: string): string => {
  const file = join(directory, 'passphrase')
  writeFileSync(file, text)
  return file
}

test.each(['correct horse', 'correct horse\n', 'correct horse\r\n', ' correct horse \n\n'])(
  'a file gives the same passphrase as the setting: %j',
  async (text) => {
    const file = fileWith(text)
    const { backups } = readConfig({ BUREAU_BACKUP_PASSPHRASE_FILE: file }, { dataDir: directory })
    expect(await readPassphrase(file)).toBe('correct horse')
    expect(backups.passphrase).toBe('correct horse')
  },
)

test.each(['', 'short12', 'correct horse\nbattery staple'])('a file with %j is refused', async (text) => {
  await expect(readPassphrase(fileWith(text))).rejects.toThrow('must be one line with at least 8 characters.')
})

test('a missing file is named', async () => {
  await expect(readPassphrase(join(directory, 'none'))).rejects.toThrow(/none does not exist\.$/)
})

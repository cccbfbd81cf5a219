import { describe, expect, test } from 'vitest'
import { startFailure, type Place } from './explain.ts'

const place = { dataDir: '/data', logFile: '/data/postgres.log', account: { uid: 101, gid: 102 } } as Place

describe('why PostgreSQL does not start', () => {
  test('is said with its own words where the directory may not be the whole truth', () => {
    const output =
      'LOG:  starting PostgreSQL\nFATAL:  could not open file "/data/postgres/x": Permission denied\nLOG:  bye\n'
    expect(startFailure(output, place).message).toBe(
      'PostgreSQL cannot start: it runs as user id 101 and may not use /data. Check the owner and mode of the directory. ' +
        'PostgreSQL says: FATAL:  could not open file "/data/postgres/x": Permission denied',
    )
  })

  test.each([
    ['FATAL:  could not write: No space left on device', 'the disk of /data is full'],
    ['FATAL:  could not map memory: Cannot allocate memory', 'there is not enough memory'],
    ['FATAL:  database files are incompatible with server', 'made by another version or build'],
    ['PANIC:  something else\n', 'PANIC:  something else (more in /data/postgres.log)'],
    ['', 'it said nothing'],
  ])('%j becomes a sentence for operators', (output, sentence) => {
    expect(startFailure(output, place).message).toContain(sentence)
  })
})

import { describe, expect, test } from 'vitest'
import { BlobStoreUnavailable } from '../../platform/blobs/store.ts'
import { DatabaseUnavailable } from '../../platform/database/health.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { exportFault } from './fault.ts'

const still = new AbortController().signal
const coded = (code: string) => Object.assign(new Error(code), { code })

describe('a failed export', () => {
  test.each([
    [coded('ENOSPC'), 'The disk of /x is full. Free some space and run the command again. It starts over.'],
    [coded('EROFS'), 'The server may not write to /x. Name a directory that its user may write to.'],
    [coded('EACCES'), 'The server may not write to /x. Name a directory that its user may write to.'],
    [coded('ENAMETOOLONG'), 'The path of /x is too long. Name a directory with a shorter one.'],
    [coded('ELOOP'), '/x is not a directory. Name a directory that is new or empty.'],
    [coded('EIO'), 'Writing to /x failed (EIO). Check the disk and run the command again. It starts over.'],
    [
      coded('ENOENT'),
      'Somebody removed a part of /x during the export. Run the command again; it starts over.',
    ],
    [
      new BlobStoreUnavailable('S3 is silent.'),
      'The blob store cannot be read: S3 is silent. Check it and run the command again. It starts over.',
    ],
    [
      new DatabaseUnavailable(),
      'The database does not answer. Check it and run the command again. It starts over.',
    ],
  ])('says what to do: %s', (error, sentence) => {
    const fault = exportFault(error, '/x', still)
    expect(fault).toBeInstanceOf(OperatorError)
    expect(fault).toMatchObject({ message: sentence, cause: error })
  })

  test('passes on its own sentence and a defect', () => {
    for (const error of [new OperatorError('No.'), new TypeError('x is undefined')])
      expect(exportFault(error, '/x', still)).toBe(error)
  })
})

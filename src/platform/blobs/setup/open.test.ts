import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { systemClock } from '../../clock.ts'
import type { Log } from '../../log/log.ts'
import { systemRandom } from '../../random.ts'
import { describeBlobs, openBlobs } from './open.ts'
import { inPieces, newBlobKey } from '../contract/sources.testing.ts'
import { BlobStoreUnavailable } from '../store.ts'

const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const tools = { clock: systemClock, log: quiet, random: systemRandom }
const nowhere = {
  kind: 's3',
  bucket: 'bureau',
  prefix: 'blobs/',
  region: 'eu-west-1',
  // Port 1 is never listened on.
  endpoint: 'http://127.0.0.1:1',
  credentials: { accessKeyId: 'a', secretAccessKey: 'very secret', sessionToken: undefined },
} as const

describe('opening the blobs', () => {
  test('in a directory opens a store there', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'bureau-open-'))
    onTestFinished(() => rm(directory, { recursive: true, force: true }))
    const blobs = await openBlobs({ kind: 'directory', directory }, tools)
    onTestFinished(blobs.close)
    await expect(blobs.check()).resolves.toBeUndefined()
    const seal = await blobs.write(newBlobKey(), inPieces(Buffer.from('in a file')), { bytesMax: 9 })
    expect(seal.sizeBytes).toBe(9)
    const files = await readdir(directory, { recursive: true, withFileTypes: true })
    expect(files.filter((entry) => entry.isFile())).toHaveLength(1)
  })

  test('in S3 does not call the server; using it without one fails soon, with a sentence', async () => {
    const blobs = await openBlobs(nowhere, tools)
    onTestFinished(blobs.close)
    const write = blobs.write(newBlobKey(), inPieces(Buffer.alloc(10)), { bytesMax: 10 })
    await expect(write).rejects.toBeInstanceOf(BlobStoreUnavailable)
    await expect(blobs.check()).rejects.toThrow(/^The S3 bucket bureau cannot be used: .*ECONNREFUSED/)
  })

  test('describes where they are without the keys', () => {
    expect(describeBlobs({ kind: 'directory', directory: '/srv/blobs' })).toBe('directory /srv/blobs')
    expect(describeBlobs(nowhere)).toBe('S3 bucket bureau, blobs/ at http://127.0.0.1:1')
    expect(describeBlobs({ ...nowhere, prefix: '', endpoint: undefined })).toBe(
      'S3 bucket bureau at Amazon, eu-west-1',
    )
  })
})

import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { canRun, startS3, type S3TestServer } from '../../platform/blobs/s3/server.testing.ts'
import { systemRandom } from '../../platform/random.ts'
import { emptyInstallation, restores } from './restores.testing.ts'

describe.skipIf(!canRun('radosgw'))('with ceph-mon ceph-osd radosgw ceph-common', () => {
  let server: S3TestServer
  let app: TestApp
  beforeAll(async () => {
    server = await startS3('radosgw')
    app = await testApp()
    return async () => {
      await app.close()
      await server.stop()
    }
  })

  test('a backup of a directory is restored into a bucket, and goes on after an interruption', async () => {
    const { key } = await (await app.tenant()).key('files')
    const files = filesClient(app, key)
    const contents = Array.from({ length: 12 }, (_, index) => systemRandom.bytes(20_000 + index * 100_000))
    const ids: string[] = []
    for (const [index, bytes] of contents.entries()) ids.push((await files.file(bytes, `${index}.bin`)).id)
    const { backUp, restore } = restores(app)
    const file = await backUp()
    const place = await emptyInstallation()
    const { store, close } = server.open()
    onTestFinished(close)
    const into = { ...place, blobs: store }
    const interrupt = new AbortController()
    const progress = ({ step }: { step: string }) => {
      if (step === 'Copying blobs') interrupt.abort(new Error('Interrupted.'))
    }
    await expect(restore(into, file, { progress, signal: interrupt.signal })).rejects.toThrow('Interrupted.')
    const { blobs } = await restore(into, file)
    expect(blobs).toMatchObject({ count: 12, missing: 0 })
    expect(blobs.copied).toBeLessThan(12)
    const { connectionString, dataDir: directory } = into
    const copy = await testApp({ beside: { ...app, connectionString, directory }, blobs: store })
    onTestFinished(copy.close)
    for (const [index, id] of ids.entries()) {
      const { bytes } = await filesClient(copy, key).get(`/files/${id}/content`)
      expect(bytes.equals(contents[index] ?? Buffer.of())).toBe(true)
    }
  })
})

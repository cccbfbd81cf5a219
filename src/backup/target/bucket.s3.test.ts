import { CreateMultipartUploadCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { canRun, startS3, type S3TestServer } from '../../platform/blobs/s3/server.testing.ts'
import { openTarget } from './open.ts'
import { describeTarget, targetTools } from './target.contract.ts'

describe.skipIf(!canRun('radosgw'))('with ceph-mon ceph-osd radosgw ceph-common', () => {
  let server: S3TestServer
  beforeAll(async () => {
    server = await startS3('radosgw')
    return server.stop
  })

  describe('a bucket of backups', () => {
    describeTarget(() => server.folder())

    test('forgets what an interrupted write left', async () => {
      const folder = server.folder()
      const { bucket, credentials, endpoint, prefix, region } = folder
      const client = new S3Client({
        endpoint: endpoint ?? '',
        region,
        forcePathStyle: true,
        credentials: { accessKeyId: '', secretAccessKey: '', ...credentials, sessionToken: '' },
      })
      const Key = `${prefix}bureau-20261126T023000Z.backup`
      await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key }))
      const target = await openTarget(folder, targetTools)
      await target.removeUnfinished()
      target.close()
      const { Uploads } = await client.send(
        new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }),
      )
      client.destroy()
      expect(Uploads ?? []).toEqual([])
    })
  })
})

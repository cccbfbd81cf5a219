import { beforeAll, describe } from 'vitest'
import { describeBlobStore } from '../contract/store.contract.ts'
import { describeFaults } from '../contract/faults.contract.ts'
import { canRun, startS3, type S3TestServer } from './server.testing.ts'

describe.skipIf(!canRun('radosgw'))('with ceph-mon ceph-osd radosgw ceph-common', () => {
  let server: S3TestServer
  beforeAll(async () => {
    server = await startS3('radosgw')
    return server.stop
  })

  describeBlobStore('S3 blobs on Ceph', async () => server.open())

  describeFaults(() => server)
})

import { beforeAll, describe } from 'vitest'
import { describeBlobStore } from '../contract/store.contract.ts'
import { canRun, startS3, type S3TestServer } from './server.testing.ts'

const packages = 'swift-proxy swift-account swift-container swift-object memcached'

describe.skipIf(!canRun('swift'))(`with ${packages}`, () => {
  let server: S3TestServer
  beforeAll(async () => {
    server = await startS3('swift')
    return server.stop
  })

  describeBlobStore('S3 blobs on Swift', async () => server.open())
})

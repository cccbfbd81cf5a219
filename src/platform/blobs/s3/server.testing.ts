import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Log } from '../../log/log.ts'
import { systemRandom } from '../../random.ts'
import type { BlobsConfig } from '../setup/open.ts'
import type { OpenedStore } from '../contract/store.contract.ts'
import { openS3Blobs } from './store.ts'
import type { S3BlobsOptions } from './server.ts'
import { freePort } from '../../../../test/free-port.ts'
import { isInstalled, type ProgramName } from '../../../../test/programs.ts'
import { listed } from '../contract/sources.testing.ts'

const run = promisify(execFile)
const scripts = join(import.meta.dirname, '../../../../test/s3')
const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

/** A real server of another project, with one bucket. */
export interface S3TestServer {
  readonly endpoint: string
  /** A store in its own folder of the bucket. */
  readonly open: (more?: Partial<S3BlobsOptions>) => OpenedStore
  /** A folder of the bucket, as a configuration names it. */
  readonly folder: () => Extract<BlobsConfig, { kind: 's3' }>
  readonly stop: () => Promise<void>
}

interface Kind {
  readonly programs: readonly ProgramName[]
  /** Free ports that its script wants, S3 first. */
  readonly ports: number
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  /** What the script wants behind the ports. */
  readonly words: readonly string[]
}

const kinds = {
  radosgw: {
    programs: ['ceph-mon', 'ceph-osd', 'radosgw', 'ceph'],
    ports: 2,
    credentials: { accessKeyId: 'testkey', secretAccessKey: 'testsecret12345' },
    words: ['testkey', 'testsecret12345'],
  },
  swift: {
    programs: ['swift-proxy-server', 'swift-account-server', 'swift-container-server', 'memcached'],
    ports: 5,
    credentials: { accessKeyId: 'test:tester', secretAccessKey: 'testing' },
    words: [],
  },
} satisfies Record<string, Kind>

/** The Debian packages of the server are there, and this process is root as they need it. */
export const canRun = (name: keyof typeof kinds): boolean =>
  process.getuid?.() === 0 && kinds[name].programs.every(isInstalled)

export async function startS3(name: keyof typeof kinds): Promise<S3TestServer> {
  const { credentials, ports, words }: Kind = kinds[name]
  const directory = await mkdtemp(join(tmpdir(), `bureau-${name}-`))
  const script = join(scripts, `${name}.sh`)
  const taken = await Promise.all(Array.from({ length: ports }, freePort))
  const stop = async (): Promise<void> => {
    await run(script, ['stop', directory])
    await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  const endpoint = `http://127.0.0.1:${taken[0]}`
  try {
    await run(script, ['start', directory, ...taken.map(String), ...words])
    await createBucket(endpoint, credentials)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    endpoint,
    open: (more) => openStore(endpoint, credentials, more),
    folder: () => ({ kind: 's3', ...folderOf(endpoint, credentials) }),
    stop,
  }
}

async function createBucket(endpoint: string, credentials: Kind['credentials']): Promise<void> {
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: 'blobs' }))
  client.destroy()
}

const folderOf = (endpoint: string, credentials: Kind['credentials']) => ({
  bucket: 'blobs',
  prefix: `${systemRandom.base62(12)}/`,
  region: 'us-east-1',
  endpoint,
  credentials: { ...credentials, sessionToken: undefined },
})

function openStore(
  endpoint: string,
  credentials: Kind['credentials'],
  more: Partial<S3BlobsOptions> = {},
): OpenedStore {
  const store = openS3Blobs({
    ...folderOf(endpoint, credentials),
    log: quiet,
    random: systemRandom,
    ...more,
  })
  const close = async (): Promise<void> => {
    for (const { key } of await listed(store)) await store.remove(key)
    store.close()
  }
  return { store, close }
}

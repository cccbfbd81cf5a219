import type { Instance } from './instance.ts'
import { describeBlobs } from '../platform/blobs/setup/open.ts'
import type { PoolCounts } from '../sms/inventory/pool-store.ts'
import { poolSentence } from '../sms/inventory/pool.ts'
import type { OriginName } from './roles.ts'
import { version } from '../platform/version.ts'

export interface BannerOptions {
  readonly instance: Instance
  readonly served: readonly OriginName[]
  readonly operationsUrl: string
  readonly pool: PoolCounts
  /** Only at the first start of a new installation: how to use it, or where that is written. */
  readonly firstRun: string | undefined
  /** Only while there is no operator: how to create one. */
  readonly setup: string | undefined
}

const row = (name: string, value: string): string => `  ${name.padEnd(12)}${value}`

export function banner({ instance, served, operationsUrl, pool, firstRun, setup }: BannerOptions): string {
  const { config, context, dataDir, databaseName } = instance
  const { origins } = context
  const reference = (name: OriginName) => (name === 'phones' ? '' : `    reference ${origins[name]}/docs`)
  const mail = config.mail.smtpUrl === undefined ? 'outbox only: read it with "bureau mail list"' : 'SMTP'
  const lines = [
    `Bureau ${version} is running. Ctrl-C stops it.`,
    '',
    row('data', dataDir),
    row('database', databaseName),
    row('blobs', describeBlobs(config.blobs)),
    row('mail', mail),
    row('texts', poolSentence(pool)),
    row('counters', config.redisUrl === undefined ? 'in memory, kept in the database' : 'Redis'),
    '',
    ...served.map((name) => row(name, `${origins[name]}${reference(name)}`)),
    row('operations', `${operationsUrl}/readyz and ${operationsUrl}/metrics, for this machine only`),
    '',
  ]
  const blocks = [firstRun, setup].filter((block) => block !== undefined)
  return [...lines, ...blocks.flatMap((block) => [block, ''])].join('\n') + '\n'
}

import { resolve } from 'node:path'
import type { FirstRun } from './first-run.ts'
import type { Instance } from './instance.ts'
import { describeBlobs } from '../platform/blobs/open.ts'
import { version } from './version.ts'

export interface BannerOptions {
  readonly instance: Instance
  readonly operationsUrl: string
  /** Only at the first start of a new installation. */
  readonly first: FirstRun | undefined
}

const row = (name: string, value: string): string => `  ${name.padEnd(12)}${value}`

/** What the operator sees when the server is up: where everything is and, at the first start, how to use it. */
export function banner({ instance, operationsUrl, first }: BannerOptions): string {
  const { config, context, dataDir, databaseName } = instance
  const { gateway, files, sms, phones } = context.origins
  const mail = config.mail.smtpUrl === undefined ? 'outbox only: read it with "bureau mail list"' : 'SMTP'
  const lines = [
    `Bureau ${version} is running. Ctrl-C stops it.`,
    '',
    row('data', dataDir),
    row('database', databaseName),
    row('blobs', describeBlobs(config.blobs)),
    row('mail', mail),
    row('counters', config.redisUrl === undefined ? 'in memory, kept in the database' : 'Redis'),
    '',
    row('gateway', `${gateway}    reference ${gateway}/docs`),
    row('files', `${files}    reference ${files}/docs`),
    row('sms', `${sms}    reference ${sms}/docs`),
    row('phones', phones),
    row('operations', `${operationsUrl}/readyz and ${operationsUrl}/metrics, for this machine only`),
    '',
  ]
  return [...lines, ...(first ? framed(firstRunLines(first, instance)) : [])].join('\n') + '\n'
}

/** Lines between two rules and not in a box, so that they can be copied and pasted whole. */
function framed(lines: readonly string[]): readonly string[] {
  const rule = '─'.repeat(78)
  return [rule, ...lines, rule, '']
}

/** The option that commands need to find this server; empty for the default directory. */
const dataOption = (dataDir: string): string => (dataDir === resolve('data') ? '' : ` --data ${dataDir}`)

function firstRunLines(
  { smsKey, filesKey, numberId }: FirstRun,
  { context, dataDir }: Instance,
): readonly string[] {
  const { gateway, sms } = context.origins
  return [
    'First run. These keys are shown once; only their hashes are kept. Paste into a shell:',
    '',
    `export SMS_KEY=${smsKey}`,
    `export FILES_KEY=${filesKey}`,
    '',
    '# a text goes out through the simulated phone, its answer comes back',
    `curl -s ${sms}/api/v1/messages -H "Authorization: Bearer $SMS_KEY" \\`,
    `  -H 'Content-Type: application/json' -d '{"to": "+12025550123", "body": "Hello from Bureau"}'`,
    `bin/bureau sim inbound --number ${numberId} --from +12025550123 --body 'Hello back'${dataOption(dataDir)}`,
    `curl -s "${sms}/api/v1/messages?limit=2" -H "Authorization: Bearer $SMS_KEY"`,
    '',
    '# a file goes in through the gateway and is listed',
    `curl -s ${gateway}/v1/files/files -H "Authorization: Bearer $FILES_KEY" -F file=@README.md`,
    `curl -s ${gateway}/v1/files/files -H "Authorization: Bearer $FILES_KEY"`,
  ]
}

import type { BlobsConfig } from './platform/blobs/open.ts'
import { blobsConfig, blobsProblems, blobsSettings } from './platform/blobs/settings.ts'
import { blockedExtensionsDefault } from './platform/config/blocked-extensions.ts'
import {
  choice,
  host,
  list,
  mailbox,
  origin,
  path,
  port,
  postgresUrl,
  secretKeys,
  url,
  wholeNumber,
} from './platform/config/reading.ts'
import {
  type Environment,
  readSettings,
  refuseProblems,
  setting,
  type SettingValues,
  settingsTable,
  unknownSettings,
} from './platform/config/setting.ts'
import type { Origins } from './platform/context.ts'
import { tracingConfig, tracingProblems, tracingSettings } from './platform/tracing/settings.ts'

const fromHostAndPort = 'from host and port'

/** Every variable that Bureau reads: the generated reference has them in this order. */
const settings = {
  host: setting('BUREAU_HOST', {
    reading: host,
    otherwise: '127.0.0.1',
    meaning: 'Address to listen on. 0.0.0.0 or :: listens on all of them.',
  }),
  gatewayPort: setting('BUREAU_GATEWAY_PORT', {
    reading: port,
    otherwise: 8080,
    meaning: 'Port of the gateway. 0 takes any free one, as for the other ports.',
  }),
  filesPort: setting('BUREAU_FILES_PORT', {
    reading: port,
    otherwise: 8081,
    meaning: 'Port of the files API, the web app and e-mailed links.',
  }),
  smsPort: setting('BUREAU_SMS_PORT', { reading: port, otherwise: 8082, meaning: 'Port of the SMS API.' }),
  phonesPort: setting('BUREAU_PHONES_PORT', {
    reading: port,
    otherwise: 8083,
    meaning: 'Port that phones and carriers connect to.',
  }),
  gatewayUrl: setting('BUREAU_GATEWAY_URL', {
    reading: origin,
    otherwise: undefined,
    default: fromHostAndPort,
    meaning: 'Public origin of the gateway, as its callers see it.',
  }),
  filesUrl: setting('BUREAU_FILES_URL', {
    reading: origin,
    otherwise: undefined,
    default: fromHostAndPort,
    meaning: 'Public origin of files and the web app, used in share links and mails.',
  }),
  smsUrl: setting('BUREAU_SMS_URL', {
    reading: origin,
    otherwise: undefined,
    default: fromHostAndPort,
    meaning: 'Public origin of the SMS API.',
  }),
  phonesUrl: setting('BUREAU_PHONES_URL', {
    reading: origin,
    otherwise: undefined,
    default: fromHostAndPort,
    meaning: 'Public origin that phones are enrolled with.',
  }),
  tlsCert: setting('BUREAU_TLS_CERT', {
    reading: path,
    otherwise: undefined,
    default: 'none: plain http, or a proxy in front',
    meaning: 'PEM file with the certificate chain; every origin then serves https. Needs `BUREAU_TLS_KEY`.',
  }),
  tlsKey: setting('BUREAU_TLS_KEY', {
    reading: path,
    otherwise: undefined,
    default: 'none',
    meaning: 'PEM file with the key of the certificate.',
  }),
  trustedProxies: setting('BUREAU_TRUSTED_PROXIES', {
    reading: wholeNumber(0, 10),
    otherwise: 0,
    meaning: 'How many proxies in front may speak in `X-Forwarded-For`.',
  }),
  operationsHost: setting('BUREAU_OPERATIONS_HOST', {
    reading: host,
    otherwise: '127.0.0.1',
    meaning: 'Address for `/livez`, `/readyz` and `/metrics`. They ask for no key: never a public address.',
  }),
  operationsPort: setting('BUREAU_OPERATIONS_PORT', {
    reading: port,
    otherwise: undefined,
    default: '`8084`, or any free one when that is taken',
    meaning: 'Port for `/livez`, `/readyz` and `/metrics`.',
  }),
  databaseUrl: setting('DATABASE_URL', {
    reading: postgresUrl,
    otherwise: undefined,
    default: 'embedded',
    meaning: 'PostgreSQL 15 or later. Without it Bureau runs a PostgreSQL of its own in the data directory.',
    secret: true,
  }),
  databaseConnections: setting('BUREAU_DATABASE_CONNECTIONS', {
    reading: wholeNumber(2, 200),
    otherwise: 10,
    meaning:
      'Most connections that requests and jobs of one process hold at once; a few more serve its queues.',
  }),
  ...blobsSettings,
  redisUrl: setting('REDIS_URL', {
    reading: url(['redis', 'rediss']),
    otherwise: undefined,
    default: 'in memory',
    meaning: 'Redis or Valkey with the rate limit counters. Needed as soon as a second process runs.',
    secret: true,
  }),
  smtpUrl: setting('BUREAU_SMTP_URL', {
    reading: url(['smtp', 'smtps']),
    otherwise: undefined,
    default: 'outbox: mails are kept and shown by `bureau mail list`',
    meaning: 'Server for outgoing mail, like smtps://name:password@mail.example.com.',
    secret: true,
  }),
  mailFrom: setting('BUREAU_MAIL_FROM', {
    reading: mailbox,
    otherwise: undefined,
    default: 'none',
    meaning: 'Sender of every mail. Needed with `BUREAU_SMTP_URL`.',
  }),
  secretKeys: setting('BUREAU_SECRET_KEY', {
    reading: secretKeys,
    otherwise: undefined,
    default: 'a file made at first start, mode 0600',
    meaning:
      'Keys that encrypt secrets at rest, the active one first; the others still open what they sealed.',
    secret: true,
  }),
  webhookAllowHosts: setting('BUREAU_WEBHOOK_ALLOW_HOSTS', {
    reading: list('host names', /^[a-z0-9_.:[\]-]{1,253}$/, 100),
    otherwise: [],
    default: 'none',
    meaning: 'Hosts that webhooks may reach although their address is not public. For tests.',
  }),
  blockedExtensions: setting('BUREAU_BLOCKED_EXTENSIONS', {
    reading: list('endings without dot', /^[a-z0-9]{1,16}$/, 500),
    otherwise: blockedExtensionsDefault,
    default: blockedExtensionsDefault.join(' '),
    meaning: 'Endings of files that are refused, also as the second one (`a.php.png`). Replaces the default.',
  }),
  organizationsMax: setting('BUREAU_ORGANIZATIONS_MAX', {
    reading: wholeNumber(0, 1_000_000),
    otherwise: 10,
    meaning: 'Organizations that one user may own.',
  }),
  bytesInFlightMax: setting('BUREAU_BYTES_IN_FLIGHT_MAX', {
    reading: wholeNumber(1, Number.MAX_SAFE_INTEGER),
    otherwise: 200 * 1024 ** 3,
    meaning: 'Bytes that the open chunked uploads of one user may come to in all; 200 GB by default.',
  }),
  logLevel: setting('BUREAU_LOG_LEVEL', {
    reading: choice(['debug', 'info', 'warn', 'error']),
    otherwise: 'info',
    meaning: 'The least serious lines that are logged, as JSON on standard error.',
  }),
  ...tracingSettings,
}

type Values = SettingValues<typeof settings>
type Service = keyof Origins

/** What the environment says, checked. */
export interface Config {
  readonly host: string
  readonly ports: Readonly<Record<Service, number>>
  /** Set for origins that the operator names; `originsOf` adds the others. */
  readonly publicOrigins: Readonly<Partial<Record<Service, string>>>
  /** Paths of PEM files. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly trustedProxies: number
  /** `portChosen` is false for the default port, which gives way to any free one when it is taken. */
  readonly operations: { readonly host: string; readonly port: number; readonly portChosen: boolean }
  /** No URL: the embedded PostgreSQL. */
  readonly database: { readonly url: string | undefined; readonly connections: number }
  readonly blobs: BlobsConfig
  readonly accel: string | undefined
  readonly redisUrl: string | undefined
  /** No URL: the outbox. */
  readonly mail: { readonly smtpUrl: string | undefined; readonly from: NonNullable<Values['mailFrom']> }
  /** The active key first; undefined: the key file of the data directory. */
  readonly secretKeys: readonly Buffer[] | undefined
  readonly webhookAllowHosts: readonly string[]
  readonly blockedExtensions: ReadonlySet<string>
  readonly organizationsMax: number
  readonly bytesInFlightMax: number
  readonly logLevel: Values['logLevel']
  /** Undefined: no tracing. */
  readonly tracing: ReturnType<typeof tracingConfig>
  /** `BUREAU_` variables that mean nothing, for a warning. */
  readonly unknownNames: readonly string[]
}

/** Problems of settings that only make sense together. */
function combinedProblems(values: Values): string[] {
  const problems = [...blobsProblems(values), ...tracingProblems(values)]
  if ((values.tlsCert === undefined) !== (values.tlsKey === undefined))
    problems.push('BUREAU_TLS_CERT and BUREAU_TLS_KEY must be set together.')
  if (values.smtpUrl !== undefined && values.mailFrom === undefined)
    problems.push('BUREAU_MAIL_FROM must be set when BUREAU_SMTP_URL is: every mail needs a sender.')
  return problems
}

/** Leaves out what is undefined. */
function publicOrigins(values: Values): Config['publicOrigins'] {
  return {
    ...(values.gatewayUrl !== undefined && { gateway: values.gatewayUrl }),
    ...(values.filesUrl !== undefined && { files: values.filesUrl }),
    ...(values.smsUrl !== undefined && { sms: values.smsUrl }),
    ...(values.phonesUrl !== undefined && { phones: values.phonesUrl }),
  }
}

/** Throws one `OperatorError` with a line for every problem. */
export function readConfig(env: Environment, { dataDir }: { readonly dataDir: string }): Config {
  const { values, problems } = readSettings(settings, env)
  refuseProblems([...problems, ...(problems.length === 0 ? combinedProblems(values) : [])])
  return {
    host: values.host,
    ports: {
      gateway: values.gatewayPort,
      files: values.filesPort,
      sms: values.smsPort,
      phones: values.phonesPort,
    },
    publicOrigins: publicOrigins(values),
    tls:
      values.tlsCert !== undefined && values.tlsKey !== undefined
        ? { certFile: values.tlsCert, keyFile: values.tlsKey }
        : undefined,
    trustedProxies: values.trustedProxies,
    operations: {
      host: values.operationsHost,
      port: values.operationsPort ?? 8084,
      portChosen: values.operationsPort !== undefined,
    },
    database: { url: values.databaseUrl, connections: values.databaseConnections },
    blobs: blobsConfig(values, dataDir),
    accel: values.accel,
    redisUrl: values.redisUrl,
    mail: {
      smtpUrl: values.smtpUrl,
      from: values.mailFrom ?? { name: 'Bureau', address: 'bureau@localhost' },
    },
    secretKeys: values.secretKeys,
    webhookAllowHosts: values.webhookAllowHosts,
    blockedExtensions: new Set(values.blockedExtensions),
    organizationsMax: values.organizationsMax,
    bytesInFlightMax: values.bytesInFlightMax,
    logLevel: values.logLevel,
    tracing: tracingConfig(values),
    unknownNames: unknownSettings(settings, env, 'BUREAU_'),
  }
}

/** Addresses that mean this machine, or all of its addresses. */
const localHosts = new Set(['127.0.0.1', '::1', '0.0.0.0', '::'])

/** The public origins: as configured, else from the host and the ports that were really bound. */
export function originsOf(config: Config, boundPorts: Readonly<Record<Service, number>>): Origins {
  const scheme = config.tls ? 'https' : 'http'
  const bracketed = config.host.includes(':') ? `[${config.host}]` : config.host
  const name = localHosts.has(config.host) ? 'localhost' : bracketed
  const of = (service: Service) =>
    config.publicOrigins[service] ?? `${scheme}://${name}:${boundPorts[service]}`
  return { gateway: of('gateway'), files: of('files'), sms: of('sms'), phones: of('phones') }
}

/** `docs/configuration.md`, generated. */
export function configurationReference(): string {
  return [
    '# Configuration',
    '',
    'Bureau reads these environment variables once, at start, and tells all problems at once. An empty variable',
    'counts as not set. Where a second name ending in `_FILE` is given, it names a file that holds the value.',
    '`DATA` is the data directory (`--data`, `./data` by default).',
    '',
    settingsTable(settings),
    '',
  ].join('\n')
}

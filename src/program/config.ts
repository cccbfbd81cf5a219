import type { BlobsConfig } from '../platform/blobs/setup/open.ts'
import { blobsConfig, blobsProblems } from '../platform/blobs/setup/settings.ts'
import {
  type Environment,
  readSettings,
  refuseProblems,
  type SettingValues,
  settingsTable,
  unknownSettings,
} from '../platform/config/setting.ts'
import type { Origins } from '../api/context.ts'
import type { TrustedProxies } from '../platform/http/trusted-proxies.ts'
import { tracingConfig, tracingProblems } from '../platform/tracing/settings.ts'
import { settings } from './settings.ts'

type Values = SettingValues<typeof settings>
type Service = keyof Origins

/** What the environment says, checked. */
export interface Config {
  readonly host: string
  readonly ports: Readonly<Record<Service, number>>
  /** Set for origins that the operator names; `originsOf` adds the others. */
  readonly publicOrigins: Readonly<Partial<Record<Service, string>>>
  /** Where a relaying gateway reaches the files role, if not at its public origin. */
  readonly filesUpstream: string | undefined
  /** Paths of PEM files. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined
  readonly trustedProxies: TrustedProxies
  /** Undefined: as many as the files that the process may open allow. */
  readonly connections: { readonly max: number | undefined; readonly perAddressMax: number | undefined }
  readonly drainSeconds: number
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
  readonly workspaceItemsMax: number
  readonly bytesInFlightMax: number
  readonly uploadBytesPerSecondMin: number
  readonly auditDays: number
  readonly messageDays: number
  readonly logAddresses: boolean
  readonly logLevel: Values['logLevel']
  /** Undefined: no tracing. */
  readonly tracing: ReturnType<typeof tracingConfig>
  /** Unknown `BUREAU_` variables, for a warning. */
  readonly unknownNames: readonly string[]
}

/** Problems between settings. */
function combinedProblems(values: Values): string[] {
  const problems = [...blobsProblems(values), ...tracingProblems(values)]
  if ((values.tlsCert === undefined) !== (values.tlsKey === undefined))
    problems.push('BUREAU_TLS_CERT and BUREAU_TLS_KEY must be set together.')
  if (values.smtpUrl !== undefined && values.mailFrom === undefined)
    problems.push('BUREAU_MAIL_FROM must be set together with BUREAU_SMTP_URL: every mail needs a sender.')
  return problems
}

/** The object without its undefined fields. */
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
    filesUpstream: values.filesUpstream,
    tls:
      values.tlsCert !== undefined && values.tlsKey !== undefined
        ? { certFile: values.tlsCert, keyFile: values.tlsKey }
        : undefined,
    trustedProxies: values.trustedProxies,
    connections: { max: values.connectionsMax, perAddressMax: values.connectionsPerAddressMax },
    drainSeconds: values.drainSeconds,
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
    workspaceItemsMax: values.workspaceItemsMax,
    bytesInFlightMax: values.bytesInFlightMax,
    uploadBytesPerSecondMin: values.uploadBytesPerSecondMin,
    auditDays: values.auditDays,
    messageDays: values.messageDays,
    logAddresses: values.logAddresses === 'on',
    logLevel: values.logLevel,
    tracing: tracingConfig(values),
    unknownNames: unknownSettings(settings, env, 'BUREAU_'),
  }
}

/** Whether real people are to use the installation: its texts must not end in a simulator. */
export const isForProduction = ({ database, publicOrigins }: Config): boolean =>
  database.url !== undefined || Object.keys(publicOrigins).length > 0

/** Addresses that mean this machine, or all of its addresses. */
const localHosts = new Set(['127.0.0.1', '::1', '0.0.0.0', '::'])

/** The public origins: as configured, else from the host and the bound ports. */
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
    'Bureau reads these environment variables once, at start, and reports all problems at once. An empty variable',
    'counts as not set. Where a second name ending in `_FILE` is given, it names a file that holds the value.',
    '`DATA` is the data directory.',
    '',
    settingsTable(settings),
    '',
  ].join('\n')
}

import { backupConfig } from '../backup/settings.ts'
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
import { tracingConfig, tracingProblems } from '../platform/tracing/settings.ts'
import { settings } from './settings.ts'

type Values = SettingValues<typeof settings>
type Service = keyof Origins

function combinedProblems(values: Values): string[] {
  const problems = [
    ...blobsProblems(values, values.backups !== 'off' && values.backups?.kind === 's3'),
    ...tracingProblems(values),
  ]
  if ((values.tlsCert === undefined) !== (values.tlsKey === undefined))
    problems.push('BUREAU_TLS_CERT and BUREAU_TLS_KEY must be set together.')
  if (values.smtpUrl !== undefined && values.mailFrom === undefined)
    problems.push('BUREAU_MAIL_FROM must be set together with BUREAU_SMTP_URL: every mail needs a sender.')
  return problems
}

/** Throws one `OperatorError` with a line for every problem. */
export function readConfig(env: Environment, { dataDir }: { readonly dataDir: string }) {
  const { values, problems } = readSettings(settings, env)
  refuseProblems([...problems, ...(problems.length === 0 ? combinedProblems(values) : [])])
  return {
    ...values,
    dataDir,
    ports: {
      gateway: values.gatewayPort,
      files: values.filesPort,
      sms: values.smsPort,
      phones: values.phonesPort,
    },
    /** Only origins that the operator names; `originsOf` adds the others. */
    publicOrigins: {
      gateway: values.gatewayUrl,
      files: values.filesUrl,
      sms: values.smsUrl,
      phones: values.phonesUrl,
    },
    /** Paths of PEM files. */
    tls:
      values.tlsCert !== undefined && values.tlsKey !== undefined
        ? { certFile: values.tlsCert, keyFile: values.tlsKey }
        : undefined,
    /** Undefined: as many as the limit of open files allows. */
    connections: { max: values.connectionsMax, perAddressMax: values.connectionsPerAddressMax },
    /** `portChosen` is false for the default port, which gives way to any free one when it is taken. */
    operations: {
      host: values.operationsHost,
      port: values.operationsPort ?? 8084,
      portChosen: values.operationsPort !== undefined,
    },
    /** No URL: the embedded PostgreSQL. */
    database: { url: values.databaseUrl, connections: values.databaseConnections },
    blobs: blobsConfig(values, dataDir),
    backups: backupConfig(values, dataDir),
    /** No URL: the outbox. */
    mail: {
      smtpUrl: values.smtpUrl,
      from: values.mailFrom ?? { name: 'Bureau', address: 'bureau@localhost' },
    },
    blockedExtensions: new Set(values.blockedExtensions),
    logAddresses: values.logAddresses === 'on',
    tracing: tracingConfig(values),
    unknownNames: unknownSettings(settings, env, 'BUREAU_'),
  }
}

/** The checked settings. `settings.ts` describes those that are used as read. */
export type Config = ReturnType<typeof readConfig>

/** Whether real people use the installation: its texts must not end in a simulator. */
export const isForProduction = ({ database, publicOrigins }: Config): boolean =>
  database.url !== undefined || Object.values(publicOrigins).some((url) => url !== undefined)

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
    'counts as not set. A second name ending in `_FILE` names a file that contains the value.',
    '`DATA` is the data directory.',
    '',
    settingsTable(settings),
    '',
  ].join('\n')
}

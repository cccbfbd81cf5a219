import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { closers } from './closers.ts'
import { originsOf, readConfig, type Config } from './config.ts'
import { contextOf } from './context.ts'
import { systemClock } from '../platform/clock.ts'
import { upgrade, type UpgradeWork } from '../backup/upgrade/upgrade.ts'
import { openBlobs } from '../platform/blobs/setup/open.ts'
import { requireRestored } from '../backup/restore/marker.ts'
import type { Context, Origins } from '../api/context.ts'
import { openDataDirectory, type Purpose } from '../platform/data-directory.ts'
import { connectAlone } from '../platform/database/connection.ts'
import { type Migrations, openMigrations } from '../platform/database/migrate.ts'
import { openNotifications } from '../platform/database/notifications.ts'
import { openDatabase } from '../platform/database/pool.ts'
import type { Log } from '../platform/log/log.ts'
import { openLog } from '../platform/log/pino.ts'
import { openMailTransport } from '../platform/mail/smtp/transport.ts'
import { openOutgoing } from '../platform/outgoing/outgoing.ts'
import { openResolver } from '../platform/outgoing/resolver.ts'
import { startEmbeddedPostgres } from '../platform/postgres/embedded.ts'
import { systemRandom, type Random } from '../platform/random.ts'
import { openKeyring, type Keyring } from '../platform/secrets/keyring.ts'
import { readOrMakeKeyFile } from '../platform/secrets/key-file.ts'
import { allowSlowConnections } from '../platform/slow-connections.ts'
import { openLimiters } from './limits.ts'
import { openTracing } from '../platform/tracing/open.ts'
import type { Tracing } from '../platform/tracing/tracing.ts'
import { version } from '../platform/version.ts'

export interface InstanceOptions {
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  /** A command logs only problems. */
  readonly purpose: Purpose
  readonly onFailure?: (error: Error) => void
}

export interface Instance {
  readonly config: Config
  readonly context: Context
  readonly dataDir: string
  readonly connectionString: string
  /** `embedded` or the host and name of the database, for people. */
  readonly databaseName: string
  readonly droppedLogLines: () => number
  /** Resolves when earlier log lines are written, or cannot be. */
  readonly logWritten: () => Promise<void>
  readonly tracing: Tracing | undefined
  /** Brings the installation to this version, after a backup if it is in use. Throws OperatorError. */
  readonly upgrade: (work?: UpgradeWork) => Promise<void>
  /** The real ports are known only when the origins listen. */
  readonly setOrigins: (origins: Origins) => void
  /** From here on, the next server on the data directory waits until this one has closed. */
  readonly announceClose: () => void
  readonly close: () => Promise<void>
}

const unwatched: UpgradeWork = { progress: () => undefined, signal: new AbortController().signal }

/** On the current schema: migrates first. Throws `OperatorError` with one line if a part is unusable. */
export async function openInstance(options: InstanceOptions, work?: UpgradeWork): Promise<Instance> {
  const instance = await openUnmigrated(options)
  try {
    await instance.upgrade(work)
    return instance
  } catch (error) {
    await instance.close()
    throw error
  }
}

/** With the schema as it is. Closing reverses the order. Throws `OperatorError`, also for the database of a newer version. */
export async function openUnmigrated(options: InstanceOptions): Promise<Instance> {
  allowSlowConnections()
  const closing = closers()
  try {
    return await open(options, closing)
  } catch (error) {
    await closing.close()
    throw error
  }
}

async function open(
  { dataDir, env, purpose, onFailure }: InstanceOptions,
  closing: ReturnType<typeof closers>,
) {
  const directory = await openDataDirectory(dataDir, purpose)
  closing.add(directory.release)
  const config = readConfig(env, { dataDir: directory.path })
  const log = openLog({ level: purpose === 'server' ? config.logLevel : 'warn' })
  closing.add(log.close)
  if (purpose === 'server') closing.add(() => log.info({}, 'Bureau has stopped.'))
  const clock = systemClock
  const random = systemRandom
  const tracing =
    config.tracing && purpose === 'server'
      ? await openTracing({ config: config.tracing, log, version })
      : undefined
  if (tracing) closing.add(tracing.close)
  const resolver = openResolver()
  const outgoing = openOutgoing({ resolver, allowHosts: config.webhookAllowHosts })

  const connectionString = config.database.url ?? (await startPostgres(directory.path))
  const migrations = openMigrations({ connectionString, clock, log })
  await requireUsable(directory.path, connectionString, migrations)
  const notifications = await openNotifications({ connectionString, log })
  closing.add(notifications.close)
  const { notify, tell } = notifications
  const poolMax = config.database.connections
  const database = await openDatabase({ connectionString, clock, log, notify, tell, poolMax })
  closing.add(database.close)
  const limiters = openLimiters({ connections: poolMax, processors: availableParallelism() })
  const blobs = await openBlobs(config.blobs, { clock, log, random })
  closing.add(blobs.close)
  const keyring = await readKeyring(config, random)
  const origins = { ...originsOf(config, config.ports) }
  const mail = await openMailTransport({ ...config.mail, domain: new URL(origins.files).hostname })
  closing.add(mail.close)
  warnOfSettings(config, purpose, log)

  async function startPostgres(path: string): Promise<string> {
    const postgres = await startEmbeddedPostgres({ dataDir: path, log, env, ...(onFailure && { onFailure }) })
    closing.add(postgres.stop)
    return postgres.connectionString
  }

  const context = contextOf(config, keyring, {
    clock,
    random,
    log,
    database,
    connect: () => connectAlone(connectionString),
    migrations,
    notifications,
    blobs,
    limiters,
    mail,
    resolver,
    outgoing: tracing?.traceOutgoing(outgoing) ?? outgoing,
    origins,
  })
  return {
    config,
    context,
    dataDir: directory.path,
    connectionString,
    droppedLogLines: log.dropped,
    logWritten: log.written,
    tracing,
    databaseName:
      config.database.url === undefined ? 'embedded PostgreSQL' : describeDatabase(config.database.url),
    upgrade: async (work = unwatched) => {
      await upgrade(context, work)
      await directory.stamp()
    },
    setOrigins: (bound: Origins) => void Object.assign(origins, bound),
    announceClose: directory.announceRelease,
    close: closing.close,
  }
}

/** A newer database is refused before anything is written. */
async function requireUsable(
  dataDir: string,
  connectionString: string,
  migrations: Migrations,
): Promise<void> {
  await requireRestored(dataDir, connectionString)
  await migrations.status()
}

async function readKeyring({ secretKeys, dataDir }: Config, random: Random): Promise<Keyring> {
  if (secretKeys) return openKeyring(secretKeys, undefined)
  const file = join(dataDir, 'secret.key')
  return openKeyring(await readOrMakeKeyFile(file, random), file)
}

function warnOfSettings({ unknownNames, webhookAllowHosts }: Config, purpose: Purpose, log: Log): void {
  for (const name of unknownNames) log.warn({ name }, 'Unknown setting; check its name.')
  if (purpose === 'server' && webhookAllowHosts.length > 0)
    log.warn(
      { hosts: webhookAllowHosts },
      'BUREAU_WEBHOOK_ALLOW_HOSTS lets webhooks reach these hosts at private addresses too. Use it for tests only.',
    )
}

function describeDatabase(url: string): string {
  const { host, pathname } = new URL(url)
  return `PostgreSQL at ${host || 'localhost'}${pathname}`
}

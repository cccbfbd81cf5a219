import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { monotonicMs } from '../../platform/clock.ts'
import { withDeadline } from '../../platform/deadline.ts'
import { DatabaseUnavailable } from '../../platform/database/health.ts'
import { sql } from '../../platform/database/sql.ts'
import { diskOf } from '../../platform/operations/disk-collector.ts'
import { OperatorError } from '../../platform/operator-error.ts'
import { countPool, poolSentence } from '../../sms/inventory/pool.ts'
import { checkBackups } from './backups.ts'
import type { Check, Examined, Warning } from './check.ts'
import { originChecks } from './origins.ts'
import { checkSecretKey } from './secret-key.ts'

export interface CheckResult {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
  readonly warning?: true
}

const checkMsMax = 8_000
const freeBytesMin = 512 * 1024 * 1024
const skewMsMax = 5_000

const checks: Readonly<Record<string, Check>> = {
  server: checkServer,
  database: checkDatabase,
  migrations: checkMigrations,
  notifications: checkNotifications,
  clock: checkClock,
  counters: checkCounters,
  'data directory': checkDataDirectory,
  'disk space': ({ dataDir }) => checkRoom(dataDir),
  'key file': checkKeyFile,
  'secret key': checkSecretKey,
  blobs: async ({ blobs }) => {
    await blobs.check()
    return 'writable'
  },
  backups: checkBackups,
  mail: checkMail,
  pool: checkPool,
}

const furtherChecks = ({ redisUrl, blobsDirectory }: Examined): Readonly<Record<string, Check>> => ({
  ...(redisUrl !== undefined && { redis: () => checkRedis(redisUrl) }),
  ...(blobsDirectory !== undefined && { 'blob space': () => checkRoom(blobsDirectory) }),
})

export const examine = (context: Examined): Promise<CheckResult[]> =>
  Promise.all(
    Object.entries({ ...checks, ...furtherChecks(context), ...originChecks(context) }).map(([name, check]) =>
      resultOf(name, check, context),
    ),
  )

async function resultOf(name: string, check: Check, context: Examined): Promise<CheckResult> {
  try {
    const found = await withDeadline(checkMsMax, () => check(context))
    return typeof found === 'string'
      ? { name, ok: true, detail: found }
      : { name, ok: true, detail: found.warning, warning: true }
  } catch (err) {
    if (err instanceof OperatorError || err instanceof DatabaseUnavailable)
      return { name, ok: false, detail: err.message }
    context.log.error({ err, check: name }, 'A doctor check failed.')
    const code = err instanceof Error && 'code' in err ? ` (${String(err.code)})` : ''
    return { name, ok: false, detail: `Failed${code}. See the log for the cause.` }
  }
}

async function checkServer({ serverRuns, dataDir }: Examined): Promise<string> {
  if (serverRuns) return `runs on ${dataDir}`
  throw new OperatorError('It does not run. Start it with "bureau serve".')
}

async function checkPool({ database }: Examined): Promise<string | Warning> {
  const pool = await countPool(database)
  return pool.real > 0 ? poolSentence(pool) : { warning: poolSentence(pool) }
}

async function checkRedis(redisUrl: string): Promise<string> {
  const { probeRedis } = await import('../../platform/limits/probe-redis.ts')
  return `counts, ${(await probeRedis(redisUrl)).toFixed(1)} ms a round trip`
}

async function checkDatabase({ database }: Examined): Promise<string> {
  const { version } = await database.one<{ version: string }>(sql`
    select /* console.doctor.checkDatabase */ current_setting('server_version') as version`)
  const startedMs = monotonicMs()
  await database.one(sql`select /* console.doctor.checkDatabase.2 */ 1 as alive`)
  return `PostgreSQL ${version}, ${(monotonicMs() - startedMs).toFixed(1)} ms a round trip`
}

const migrationsDirectory = fileURLToPath(new URL('../../../migrations', import.meta.url))

async function checkMigrations({ database }: Examined): Promise<string> {
  const files = (await readdir(migrationsDirectory)).filter((file) => file.endsWith('.sql'))
  const applied = await database.rows<{ name: string }>(sql`
    select /* console.doctor.checkMigrations */ name from platform.migration`)
  const done = new Set(applied.map(({ name }) => name))
  const missing = files.filter((file) => !done.has(file)).sort()
  if (missing.length > 0)
    throw new OperatorError(`Not applied yet: ${missing.join(', ')}. Restart Bureau to apply them.`)
  return `${done.size} applied`
}

async function checkNotifications({ notifications }: Examined): Promise<string> {
  if (notifications.connected()) return 'the listener is connected'
  throw new OperatorError(
    'The listener is not connected to the database. Check the database; caches are bypassed until then.',
  )
}

async function checkClock({ clock, database }: Examined): Promise<string> {
  const before = clock.now().getTime()
  const startedMs = monotonicMs()
  const { now } = await database.one<{ now: Date }>(
    sql`select /* console.doctor.checkClock */ clock_timestamp() as now`,
  )
  const skewMs = Math.round(now.getTime() - before - (monotonicMs() - startedMs) / 2)
  if (Math.abs(skewMs) <= skewMsMax) return `${Math.abs(skewMs)} ms apart from the clock of the database`
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  throw new OperatorError(
    `The clock of the database is ${seconds} s ${skewMs > 0 ? 'ahead' : 'behind'}. Synchronize both clocks.`,
  )
}

async function checkCounters({ database }: Examined): Promise<string> {
  const { count } = await database.one<{ count: number }>(sql`
    select /* console.doctor.checkCounters */ count(*) as count from platform.counter`)
  return `${count} kept in the database`
}

async function checkDataDirectory({ dataDir }: Examined): Promise<string> {
  await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  const { mode } = await stat(dataDir)
  if ((mode & 0o066) !== 0)
    throw new OperatorError(`Other users can read or write it. Run: chmod go-rw ${dataDir}`)
  return dataDir
}

async function checkRoom(directory: string): Promise<string> {
  const { bavail, bsize, blocks } = await diskOf(directory)
  const free = bavail * bsize
  const percent = blocks === 0 ? 100 : Math.round((bavail / blocks) * 100)
  const found = `${(free / 1024 ** 3).toFixed(1)} GB free (${percent}%) in ${directory}`
  if (free < freeBytesMin)
    throw new OperatorError(`Only ${found}. Free some space before uploads and the database fail.`)
  return found
}

async function checkKeyFile({ dataDir }: Examined): Promise<string> {
  const file = join(dataDir, 'secret.key')
  const found = await stat(file).catch(() => undefined)
  if (!found) return 'none: the keys come from BUREAU_SECRET_KEY'
  if ((found.mode & 0o077) !== 0) throw new OperatorError(`Other users can read it. Run: chmod 600 ${file}`)
  return 'readable by its owner only; keep a copy with each backup'
}

async function checkMail({ mail }: Examined): Promise<string> {
  try {
    await mail.check()
  } catch (cause) {
    throw new OperatorError('The mail server cannot be used. Check BUREAU_SMTP_URL.', { cause })
  }
  return mail.mode === 'smtp' ? 'the mail server accepts mail' : 'outbox: read it with "bureau mail list"'
}

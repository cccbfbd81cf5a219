import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openIdentity } from '../identity/open.ts'
import { openRelaySeal } from '../api/http/relay-seal.ts'
import { requireSecretKeys } from './require-secret-keys.ts'
import { connectionLimits, openFilesMax } from './connection-limits.ts'
import { banner, type BannerOptions } from './banner.ts'
import { startControl } from '../cli/control.ts'
import { isForProduction, originsOf, type Config } from './config.ts'
import { portOf, portProblem, portProblems } from './ports.ts'
import { containExceptions } from './contain-exceptions.ts'
import { readCertificate, reloadCertificate } from './certificate.ts'
import { closeGently, openDrain, type Drain } from './drain.ts'
import { firstRun } from './first-run.ts'
import { requireRoomForDemo } from '../demo/require-room.ts'
import { showFirstRun } from './show-first-run.ts'
import { showSetup } from './show-setup.ts'
import { installedOf } from './installed.ts'
import { openUnmigrated, type Instance } from './instance.ts'
import { startOperations } from './operations/start-operations.ts'
import { upgradeInStart, UpgradeStopped } from './operations/upgrade-in-start.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { RunningRequests } from '../platform/http/running-requests.ts'
import { Connections } from '../platform/http/connections.ts'
import { claimDatabase } from '../platform/limits/single-server-lock.ts'
import type { CounterStore } from '../platform/limits/limit.ts'
import { openCounters } from '../platform/limits/open.ts'
import { redisCollector } from '../platform/limits/redis-collector.ts'
import { diskCollector } from '../platform/operations/disk-collector.ts'
import { openMetrics, type Metrics } from '../platform/operations/metrics.ts'
import type { FairLimiter } from '../platform/concurrency/fair-limiter.ts'
import { openLineWriter } from '../platform/log/line-writer.ts'
import { chosenRoles, originNames, type OriginName, type RoleName } from './roles.ts'
import { openOrigin } from './origins/open.ts'
import { type OriginDependencies } from './origins/origin.ts'
import { countPool } from '../sms/inventory/pool.ts'
import { stopSignal, type StopSignal } from './stop-signal.ts'
import { supervised } from './supervisor.ts'
import { version } from '../platform/version.ts'

export interface ServeOptions {
  readonly dataDir: string
  readonly json: boolean
  /** undefined: all of them. */
  readonly roles: readonly string[] | undefined
  readonly demo: boolean
  readonly env: NodeJS.ProcessEnv
}

interface End extends Pick<StopSignal, 'promise' | 'fail' | 'onHangup'> {
  readonly drain: Drain
}

interface Serving {
  readonly roles: ReadonlySet<RoleName>
  readonly metrics: Metrics
  readonly requests: RunningRequests
}

type Closers = (() => Promise<unknown> | void)[]

/** Until SIGINT, SIGTERM, or SIGHUP; only SIGTERM drains first. With a certificate, SIGHUP reloads it. */
export async function serve(options: ServeOptions): Promise<void> {
  const roles = chosenRoles(options.roles)
  const stopped = stopSignal()
  const opened: Closers = []
  const drain = openDrain()
  try {
    const instance = await openUnmigrated({ ...options, purpose: 'server', onFailure: stopped.fail })
    opened.push(instance.close)
    await start(instance, roles, options, opened, { ...stopped, drain })
    const signal = await supervised(options.env, stopped.promise)
    instance.announceClose()
    instance.context.log.info(
      {},
      'Bureau stops when the requests that run are answered. Another signal ends it at once.',
    )
    const serving = originNames.some((name) => roles.has(name))
    if (signal !== 'SIGINT' && serving) await drain.run(instance.config.drainSeconds)
  } catch (error) {
    if (!(error instanceof UpgradeStopped)) throw error
  } finally {
    for (const close of opened.reverse()) await close()
  }
}

async function start(
  instance: Instance,
  roles: ReadonlySet<RoleName>,
  options: ServeOptions,
  opened: Closers,
  end: End,
): Promise<void> {
  const { config, context, connectionString, tracing } = instance
  const metrics = openMetrics({ version })
  const requests = new RunningRequests()
  opened.push(containExceptions(requests, { log: context.log, count: metrics.countUncaught }))
  metrics.watchLog(instance.droppedLogLines)
  metrics.watchLimiters([...context.blobs.limiters, ...Object.values<FairLimiter>({ ...context.limiters })])
  metrics.addPool(context.database.connections)
  const blobsDirectory = config.blobs.kind === 'directory' ? { blobs: config.blobs.directory } : {}
  metrics.addCollector(diskCollector({ data: instance.dataDir, ...blobsDirectory }), context)
  const listening = originNames.filter((name) => roles.has(name))
  const operations = await startOperations(instance, { metrics, drain: end.drain, listening })
  opened.push(operations.close)
  await upgradeInStart(instance, { operations, env: options.env, stopped: end.promise })
  const fillsDemo = options.demo && (await requireRoomForDemo(context))
  const dependencies =
    listening.length > 0
      ? await openDependencies(instance, { roles, metrics, requests }, opened, end)
      : undefined
  if (dependencies && config.redisUrl !== undefined) operations.addCheck('redis', dependencies.counters.check)
  await requireSecretKeys(context)
  const relaySeal = openRelaySeal(context.vault)
  const apps = dependencies
    ? await listenAll(listening, { ...dependencies, relaySeal }, instance, { opened, drain: end.drain })
    : new Map<OriginName, FastifyInstance>()
  const { tls } = config
  if (tls) end.onHangup(() => void reloadCertificate(tls, apps.values(), context.log))
  instance.setOrigins(originsOf(config, boundPorts(instance, apps)))
  if (roles.has('worker')) {
    const { startWork } = await import('./work.ts')
    opened.push(await startWork({ context, connectionString, metrics, tracing }))
  }
  const control = await startControl({
    installed: installedOf(instance, listening),
    context,
    log: context.log,
  })
  opened.push(control.close)
  // After everything that may fail, because the keys are shown once, and before the server is ready.
  const first = options.json ? undefined : await firstRun(instance)
  if (fillsDemo) await (await import('./start-demo.ts')).startDemo(instance, options)
  const output = { terminal: process.stdout.isTTY }
  const shown = first && (await showFirstRun(first, instance, output))
  const setup = options.json || !roles.has('files') ? undefined : await showSetup(instance, output)
  const pool = await countPool(context.database)
  operations.started()
  await announce(
    instance,
    { served: listening, operationsUrl: operations.url, firstRun: shown, setup, pool },
    options,
  )
}

async function openDependencies(
  { config, context, connectionString, tracing }: Instance,
  { roles, metrics, requests }: Serving,
  opened: Closers,
  { fail, drain }: End,
): Promise<OriginDependencies & { readonly counters: CounterStore }> {
  const { clock, database, log, random } = context
  const claim = await claimDatabase({
    connectionString,
    shared: config.redisUrl !== undefined,
    log,
    onLost: () =>
      fail(
        new OperatorError(
          'Another server has taken over the database. Run one server, or set REDIS_URL for several.',
        ),
      ),
  })
  opened.push(claim.release)
  const counters = await openCounters({ redisUrl: config.redisUrl, database, clock, log })
  opened.push(counters.close)
  if (config.redisUrl !== undefined) metrics.addCollector(redisCollector(counters.check), context)
  const identity = openIdentity(context, { counters, onRefusal: metrics.countRefusal })
  opened.push(identity.close)
  metrics.watchRequestLog(() => identity.requestLog?.dropped() ?? 0)
  return {
    context,
    counters,
    apiKeys: identity.apiKeys,
    sessions: identity.sessions,
    roles,
    origin: {
      log,
      random,
      trustedProxies: config.trustedProxies,
      logAddresses: config.logAddresses,
      tls: config.tls && (await readCertificate(config.tls)),
      observe: metrics.observeRequest,
      requestLog: identity.requestLog,
      trace: tracing?.traceRequests,
      draining: drain.endsConnections,
      requests,
      connections: new Connections(connectionLimits(config, openFilesMax(), log), log),
    },
    filesUpstream: config.filesUpstream ?? originsOf(config, config.ports).files,
  }
}

async function listenAll(
  names: readonly OriginName[],
  dependencies: OriginDependencies,
  { config }: Instance,
  { opened, drain }: { readonly opened: Closers; readonly drain: Drain },
): Promise<Map<OriginName, FastifyInstance>> {
  const apps = new Map<OriginName, FastifyInstance>()
  opened.push(() => closeGently([...apps.values()], drain, config.drainSeconds))
  for (const [index, name] of names.entries()) {
    const app = await openOrigin(name, dependencies)
    apps.set(name, app)
    await listen(app, config, name, names.slice(index + 1))
  }
  return apps
}

async function listen(
  app: FastifyInstance,
  config: Config,
  name: OriginName,
  others: readonly OriginName[],
): Promise<void> {
  const wanted = portOf(config, name)
  try {
    await app.listen({ host: wanted.host, port: wanted.port })
  } catch (error) {
    const sentence = portProblem(error, wanted)
    if (sentence === undefined) throw error
    // All ports have the same problem with an address of another machine.
    const sentences = new Set([sentence, ...(await portProblems(config, others))])
    throw new OperatorError([...sentences].join('\n'), { cause: error })
  }
}

function boundPorts(
  { config }: Instance,
  apps: ReadonlyMap<OriginName, FastifyInstance>,
): Record<OriginName, number> {
  const port = (name: OriginName) =>
    (apps.get(name)?.server.address() as AddressInfo | undefined)?.port ?? config.ports[name]
  return { gateway: port('gateway'), files: port('files'), sms: port('sms'), phones: port('phones') }
}

async function announce(
  instance: Instance,
  shown: Omit<BannerOptions, 'instance'>,
  { json }: ServeOptions,
): Promise<void> {
  const { log, origins } = instance.context
  const { gateway, files, sms, phones } = origins
  // Not `process.stdout`: its write blocks the process while the terminal is stopped (Ctrl-S).
  const output = openLineWriter(1)
  log.info(
    { version, data: instance.dataDir, operations: shown.operationsUrl, ...origins },
    'Bureau is running.',
  )
  if (isForProduction(instance.config) && shown.pool.simulated > 0)
    log.warn(
      { simulated: shown.pool.simulated },
      'The pool has simulated numbers: its texts reach nobody. Add a real number with "bureau numbers add".',
    )
  if (json) {
    const urls = { gateway_url: gateway, files_origin_url: files, sms_base_url: sms, phones_url: phones }
    output.write(`${JSON.stringify(urls)}\n`)
    return output.written()
  }
  await instance.logWritten()
  output.write(banner({ instance, ...shown }))
  await output.written()
}

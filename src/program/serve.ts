import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { openAccess } from '../access/open.ts'
import { sharedRelaySeal } from './shared-relay-seal.ts'
import { banner } from './banner.ts'
import { startControl } from '../cli/control.ts'
import { originsOf } from './config.ts'
import { firstRun } from './first-run.ts'
import { openInstance, type Instance } from './instance.ts'
import { OperatorError } from '../platform/operator-error.ts'
import { claimDatabase } from '../platform/limits/single-server-lock.ts'
import { openCounters } from '../platform/limits/open.ts'
import { openMetrics, type Metrics } from '../platform/operations/metrics.ts'
import { startOperationsServer } from '../platform/operations/server.ts'
import { sql } from '../platform/database/sql.ts'
import { originNames, roleNames, type OriginName, type RoleName } from './roles.ts'
import { openOrigin } from './origins/open.ts'
import { type OriginDependencies } from './origins/origin.ts'
import { version } from './version.ts'

export interface ServeOptions {
  readonly dataDir: string
  readonly json: boolean
  /** undefined: all of them. */
  readonly roles: readonly string[] | undefined
  readonly env: NodeJS.ProcessEnv
}

type Closers = (() => Promise<unknown> | void)[]

/** Runs the roles until SIGINT or SIGTERM: finishes running work, then stops in reverse order. */
export async function serve(options: ServeOptions): Promise<void> {
  const roles = chosenRoles(options.roles)
  const stopped = stopSignal()
  const opened: Closers = []
  try {
    const instance = await openInstance({ ...options, purpose: 'server', onFailure: stopped.fail })
    opened.push(instance.close)
    await start(instance, roles, options, opened, stopped.fail)
    await stopped.promise
  } finally {
    for (const close of opened.reverse()) await close()
  }
}

function chosenRoles(names: readonly string[] | undefined): ReadonlySet<RoleName> {
  if (!names) return new Set(roleNames)
  return new Set(
    names.map((name) => {
      const role = roleNames.find((known) => known === name)
      if (!role) throw new OperatorError(`Unknown role "${name}". Use: ${roleNames.join(', ')}.`)
      return role
    }),
  )
}

/** Resolves at the first signal; a second one ends the process at once. */
function stopSignal(): { readonly promise: Promise<void>; readonly fail: (error: Error) => void } {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => {
    resolve()
    for (const signal of ['SIGINT', 'SIGTERM']) process.removeListener(signal, stop)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop)
  // Until it is awaited, a failure must not count as unhandled.
  promise.catch(() => undefined)
  return { promise, fail: reject }
}

async function start(
  instance: Instance,
  roles: ReadonlySet<RoleName>,
  options: ServeOptions,
  opened: Closers,
  fail: (error: Error) => void,
): Promise<void> {
  const { config, context, connectionString, tracing } = instance
  const metrics = openMetrics({ version })
  const listening = originNames.filter((name) => roles.has(name))
  const dependencies =
    listening.length > 0 ? await openDependencies(instance, roles, metrics, opened, fail) : undefined
  const apps = dependencies
    ? await listenAll(listening, dependencies, instance, opened)
    : new Map<OriginName, FastifyInstance>()
  instance.setOrigins(originsOf(config, boundPorts(instance, apps)))
  if (roles.has('worker')) {
    const { startWork } = await import('./work.ts')
    opened.push(await startWork({ context, connectionString, metrics, tracing }))
  }
  const operations = await startOperationsServer({
    ...config.operations,
    checks: {
      database: () =>
        context.database.first(sql`
      select /* program.start */ 1`),
      blobs: () => context.blobs.check(),
    },
    metrics,
    log: context.log,
  })
  opened.push(operations.close)
  const control = await startControl({
    dataDir: instance.dataDir,
    context,
    toldOrigins: originNames.filter((name) => roles.has(name) || config.publicOrigins[name] !== undefined),
    log: context.log,
  })
  opened.push(control.close)
  await announce(instance, operations.url, options)
}

/** What the origins stand on: counters, access and the certificate. */
async function openDependencies(
  { config, context, connectionString, tracing }: Instance,
  roles: ReadonlySet<RoleName>,
  metrics: Metrics,
  opened: Closers,
  fail: (error: Error) => void,
): Promise<OriginDependencies> {
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
  const access = openAccess(context, { counters, onRefusal: metrics.countRefusal })
  opened.push(access.close)
  return {
    context,
    gate: access.gate,
    roles,
    origin: {
      log,
      random,
      trustedProxies: config.trustedProxies,
      tls: config.tls && {
        cert: await readFile(config.tls.certFile, 'utf8'),
        key: await readFile(config.tls.keyFile, 'utf8'),
      },
      observe: metrics.observeRequest,
      trace: tracing?.traceRequests,
    },
    relaySeal: await sharedRelaySeal(context),
    filesUpstream: originsOf(config, config.ports).files,
  }
}

async function listenAll(
  names: readonly OriginName[],
  dependencies: OriginDependencies,
  { config }: Instance,
  opened: Closers,
): Promise<Map<OriginName, FastifyInstance>> {
  const apps = new Map<OriginName, FastifyInstance>()
  for (const name of names) {
    const app = await openOrigin(name, dependencies)
    // Finishes running requests and closes idle connections.
    opened.push(() => app.close())
    await listen(app, name, config.host, config.ports[name])
    apps.set(name, app)
  }
  return apps
}

async function listen(app: FastifyInstance, name: OriginName, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const variable = `BUREAU_${name.toUpperCase()}_PORT`
    if (code === 'EADDRINUSE')
      throw new OperatorError(`Port ${port} is in use. Set ${variable} to another port.`)
    if (code === 'EACCES')
      throw new OperatorError(`This user may not open port ${port}. Set ${variable} to another port.`)
    if (code === 'EADDRNOTAVAIL')
      throw new OperatorError(`BUREAU_HOST ${host} is not an address of this machine.`)
    throw error
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

async function announce(instance: Instance, operationsUrl: string, { json }: ServeOptions): Promise<void> {
  const { gateway, files, sms, phones } = instance.context.origins
  if (json) {
    const urls = { gateway_url: gateway, files_origin_url: files, sms_base_url: sms, phones_url: phones }
    process.stdout.write(`${JSON.stringify(urls)}\n`)
    return
  }
  const first = await firstRun(instance)
  process.stdout.write(banner({ instance, operationsUrl, first }))
}

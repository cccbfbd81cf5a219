import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { approveProvisioning } from '../src/identity/approval/change-approval.ts'
import { inForce } from '../src/identity/in-force.ts'
import { createKey, type KeyRequest } from '../src/identity/key/create-key.ts'
import { addMember } from '../src/identity/member/change-members.ts'
import { scopesOf } from '../src/identity/key/scopes.ts'
import { openIdentity, type Identity } from '../src/identity/open.ts'
import { setPlan } from '../src/identity/plan/set-plan.ts'
import type { SubscriptionPatch } from '../src/identity/plan/store.ts'
import { createUser } from '../src/identity/user/create-user.ts'
import { createOrganization } from '../src/identity/workspace/create-organization.ts'
import { openLocalBlobs } from '../src/platform/blobs/local/store.ts'
import type { BlobStore } from '../src/platform/blobs/store.ts'
import type { Context } from '../src/api/context.ts'
import type { Transaction } from '../src/platform/database/database.ts'
import type { RelaySeal } from '../src/api/http/relay-seal.ts'
import { connectAlone } from '../src/platform/database/connection.ts'
import { openMigrations } from '../src/platform/database/migrate.ts'
import { openNotifications } from '../src/platform/database/notifications.ts'
import { openDatabase } from '../src/platform/database/pool.ts'
import type { MinimumThroughput } from '../src/platform/http/minimum-throughput.ts'
import type { Log } from '../src/platform/log/log.ts'
import type { Notifications } from '../src/platform/notifications.ts'
import type { TrustedProxies } from '../src/platform/http/trusted-proxies.ts'
import type { CounterStore } from '../src/platform/limits/limit.ts'
import { openMemoryCounters } from '../src/platform/limits/memory.ts'
import { openMailTransport } from '../src/platform/mail/smtp/transport.ts'
import { tableResolver } from '../src/platform/outgoing/hosts.testing.ts'
import { openOutgoing, type OutgoingOptions } from '../src/platform/outgoing/outgoing.ts'
import { systemRandom } from '../src/platform/random.ts'
import { openKeyring, type Keyring } from '../src/platform/secrets/keyring.ts'
import { readConfig } from '../src/program/config.ts'
import { contextOf } from '../src/program/context.ts'
import { openLimiters } from '../src/program/limits.ts'
import type { Tracing } from '../src/platform/tracing/tracing.ts'
import { originNames, roleNames, type OriginName } from '../src/program/roles.ts'
import { openOrigin } from '../src/program/origins/open.ts'
import { type OriginDependencies } from '../src/program/origins/origin.ts'
import { probeMsMax, testDatabase, type TestDatabase } from './database.ts'

export interface LoggedError {
  readonly fields: object
  readonly message: string
}

export interface TestApp {
  readonly context: Context
  readonly clock: TestDatabase['clock']
  readonly connectionString: string
  /** The directory of its blobs. */
  readonly directory: string
  /** Returns and removes the errors logged so far. Closing fails on any that are left. */
  readonly takeErrors: () => readonly LoggedError[]
  /** One request to an origin, in memory. */
  readonly call: (origin: OriginName, request: InjectOptions & { readonly key?: string }) => Promise<Answer>
  /** For tests of the scheme itself. */
  readonly apiKeys: Identity['apiKeys']
  readonly sessions: Identity['sessions']
  /** The origin itself, for tests that need a socket. */
  readonly origin: (name: OriginName) => FastifyInstance
  /** A person with an active plan, an organization of theirs, and a maker of keys for it. */
  readonly tenant: (options?: { readonly plan?: SubscriptionPatch }) => Promise<Tenant>
  readonly member: (workspaceId: number, role: 'admin' | 'member') => Promise<{ id: number }>
  readonly close: () => Promise<void>
}

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>
  readonly body: unknown
  readonly text: string
  readonly bytes: Buffer
}

export interface Tenant {
  readonly userId: number
  readonly personalId: number
  readonly workspaceId: number
  readonly key: (
    service: KeyRequest['service'],
    options?: Partial<KeyRequest>,
  ) => Promise<{ id: number; key: string }>
}

const silent = () => undefined

/** Collects errors and drops the rest. */
function recordingLog() {
  const errors: LoggedError[] = []
  const log: Log = {
    debug: silent,
    info: silent,
    warn: silent,
    error: (fields, message) => void errors.push({ fields, message }),
  }
  const takeErrors = (): readonly LoggedError[] => errors.splice(0)
  return { log, takeErrors }
}

let people = 0

export interface TestAppOptions {
  /** Counters other than those in memory. */
  readonly counters?: CounterStore
  /** A blob store other than a local directory. */
  readonly blobs?: BlobStore
  /** DNS and trust of the test; without them no name resolves. */
  readonly outgoing?: Partial<OutgoingOptions>
  /** Another least pace of uploads than the default. */
  readonly uploadThroughputMin?: MinimumThroughput
  /** A mail server; without one mails stay in the outbox. */
  readonly smtpUrl?: string
  readonly tracing?: Tracing
  readonly trustedProxies?: TrustedProxies
  readonly relaySeal?: RelaySeal
  /** The keys of another process or of a file, instead of a key of its own. */
  readonly keyring?: Keyring
  /** Runs on the database and directory of another one, as a second process or the next start would. */
  readonly beside?: TestApp
}

/** A new database and directory, or those of a running program. */
async function openPlace(
  beside: TestApp | undefined,
  log: Log,
  telling: Pick<Notifications, 'notify' | 'tell'>,
) {
  if (beside) {
    const { connectionString, clock, directory } = beside
    const database = await openDatabase({ connectionString, clock, log, ...telling, poolMax: 5, probeMsMax })
    return { database, connectionString, clock, directory, closePlace: () => database.close() }
  }
  const { close, ...place } = await testDatabase(telling)
  const directory = await mkdtemp(join(tmpdir(), 'bureau-test-'))
  const closePlace = async () => {
    await close()
    await rm(directory, { recursive: true, force: true })
  }
  return { ...place, directory, closePlace }
}

/**
 * The whole program in this process, on its own database and blob directory, with a clock that tests move; or on those
 * of another one, which must then be closed last.
 */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { log, takeErrors } = recordingLog()
  const opened: { notifications?: Notifications } = {}
  const notify = (channel: string) => opened.notifications?.notify(channel)
  const tell: Notifications['tell'] = (change) => opened.notifications?.tell(change)
  const place = await openPlace(options.beside, log, { notify, tell })
  const { database, connectionString, clock, directory, closePlace } = place
  const notifications = (opened.notifications = await openNotifications({ connectionString, log }))
  const random = systemRandom
  const network = { resolver: tableResolver({}), allowHosts: [], ...options.outgoing }
  const config = readConfig({}, { dataDir: directory })
  const whole = contextOf(config, options.keyring ?? openKeyring([random.bytes(32)], undefined), {
    clock,
    random,
    log,
    database,
    connect: () => connectAlone(connectionString),
    migrations: openMigrations({ connectionString, clock, log }),
    notifications,
    blobs: options.blobs ?? openLocalBlobs({ directory: join(directory, 'blobs'), clock, log, random }),
    limiters: openLimiters({ connections: 10, processors: 2 }),
    mail: await openMailTransport({ ...config.mail, smtpUrl: options.smtpUrl, domain: 'files.test' }),
    resolver: network.resolver,
    outgoing: openOutgoing(network),
    origins: {
      gateway: 'http://gateway.test',
      files: 'http://files.test',
      sms: 'http://sms.test',
      phones: 'http://phones.test',
    },
  })
  const uploadThroughputMin = options.uploadThroughputMin ?? whole.settings.uploadThroughputMin
  const context: Context = { ...whole, settings: { ...whole.settings, uploadThroughputMin } }
  const counters = options.counters ?? openMemoryCounters({ database, clock, log })
  const identity = openIdentity(context, { counters })
  const dependencies: OriginDependencies = {
    context,
    apiKeys: identity.apiKeys,
    sessions: identity.sessions,
    roles: new Set(roleNames),
    origin: {
      log,
      random,
      trustedProxies: options.trustedProxies ?? 0,
      observe: silent,
      requestLog: identity.requestLog,
      trace: options.tracing?.traceRequests,
    },
    relaySeal: options.relaySeal,
    filesUpstream: '',
  }
  const apps = new Map<OriginName, FastifyInstance>()
  for (const name of originNames) apps.set(name, await openOrigin(name, dependencies))
  const origin = (name: OriginName) => apps.get(name) as FastifyInstance
  return {
    context,
    clock,
    connectionString,
    directory,
    takeErrors,
    apiKeys: identity.apiKeys,
    sessions: identity.sessions,
    origin,
    call: (name, request) => inject(origin(name), request),
    tenant: (options) => makeTenant(context, options?.plan),
    member: (workspaceId, role) => makeMember(context, workspaceId, role),
    close: async () => {
      for (const app of apps.values()) await app.close()
      await identity.close()
      await counters.close()
      await notifications.close()
      await closePlace()
      requireNoErrors(takeErrors())
    },
  }
}

function requireNoErrors(errors: readonly LoggedError[]): void {
  if (errors.length === 0) return
  const lines = errors.map(({ fields, message }) => `${message} ${inspect(fields, { depth: 4 })}`)
  throw new Error(`The program logged errors that no test took:\n${lines.join('\n')}`)
}

async function inject(app: FastifyInstance, { key, ...request }: InjectOptions & { readonly key?: string }) {
  const headers = { ...request.headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) }
  const response = await app.inject({ ...request, headers })
  const json =
    response.headers['content-type']?.toString().includes('json') === true && response.payload !== ''
  return {
    status: response.statusCode,
    headers: response.headers,
    body: json ? response.json<unknown>() : undefined,
    text: response.payload,
    bytes: response.rawPayload,
  }
}

const makePerson = (tx: Transaction, { setUpWorkspace }: Context) =>
  createUser(tx, setUpWorkspace, {
    email: `person-${++people}@example.com`,
    firstName: 'Pat',
    lastName: `Person ${people}`,
    plan: 'standard',
  })

const makeMember = (
  context: Context,
  workspaceId: number,
  role: 'admin' | 'member',
): Promise<{ id: number }> =>
  inForce(context, async (tx) => {
    const { id } = await makePerson(tx, context)
    await addMember(tx, { workspaceId, userId: id, role })
    return { id }
  })

async function makeTenant(context: Context, plan: SubscriptionPatch = {}): Promise<Tenant> {
  const { database, random, setUpWorkspace } = context
  const { user, organization } = await inForce(context, async (tx) => {
    const user = await makePerson(tx, context)
    await setPlan(tx, user.id, { smsDaily: 1000, ...plan })
    await approveProvisioning(tx, user.id)
    const draft = { ownerId: user.id, name: `Organization of ${user.id}` }
    return { user, organization: await createOrganization(tx, setUpWorkspace, draft) }
  })
  return {
    userId: user.id,
    personalId: user.workspace_id,
    workspaceId: organization.id,
    key: (service, options) =>
      database.transaction((tx) =>
        createKey(tx, random, {
          service,
          userId: user.id,
          workspaceId: organization.id,
          scopes: service === 'files' ? ['*'] : scopesOf[service],
          perMinute: 100_000,
          perDay: 1_000_000,
          ...options,
        }),
      ),
  }
}

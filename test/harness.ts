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
import { findInlineBytes } from '../src/files/public.ts'
import { blockedExtensionsDefault } from '../src/files/file/blocked-extensions.ts'
import { withInlineBlobs } from '../src/platform/blobs/inline-blobs.ts'
import { openRecentBytes } from '../src/platform/blobs/recent-bytes.ts'
import { openLocalBlobs } from '../src/platform/blobs/local/store.ts'
import type { BlobStore } from '../src/platform/blobs/store.ts'
import type { Context } from '../src/api/context.ts'
import type { Transaction } from '../src/platform/database/database.ts'
import type { RelaySeal } from '../src/api/http/relay-seal.ts'
import { openEventStreams } from '../src/platform/event-streams.ts'
import { openSignals } from '../src/platform/database/notices.ts'
import { openDatabase } from '../src/platform/database/pool.ts'
import { openBodies } from '../src/platform/http/body-memory.ts'
import { paceOf, type Pace } from '../src/platform/http/pace.ts'
import type { Log } from '../src/platform/log/log.ts'
import type { Signals } from '../src/platform/signals.ts'
import type { TrustedProxies } from '../src/platform/http/trusted-proxies.ts'
import type { CounterStore } from '../src/platform/limits/limit.ts'
import { openMemoryCounters } from '../src/platform/limits/memory.ts'
import { openMailTransport } from '../src/platform/mail/transport.ts'
import { tableResolver } from '../src/platform/outgoing/hosts.testing.ts'
import { openOutgoing, type OutgoingOptions } from '../src/platform/outgoing/outgoing.ts'
import { systemRandom } from '../src/platform/random.ts'
import { openPasswords } from '../src/platform/secrets/password.ts'
import { openLimiters } from '../src/program/limits.ts'
import { openVault } from '../src/platform/secrets/vault.ts'
import type { Tracing } from '../src/platform/tracing/tracing.ts'
import { originNames, roleNames, type OriginName } from '../src/program/roles.ts'
import { openOrigin } from '../src/program/origins/open.ts'
import { type OriginDependencies } from '../src/program/origins/origin.ts'
import { setUpWorkspace } from '../src/program/set-up-workspace.ts'
import { probeMsMax, testDatabase, type TestDatabase } from './database.ts'

export interface LoggedError {
  readonly fields: object
  readonly message: string
}

export interface TestApp {
  readonly context: Context
  readonly clock: TestDatabase['clock']
  readonly connectionString: string
  /** Where its blobs are. */
  readonly directory: string
  /** Takes the errors logged so far. A test that expects some takes them; closing fails on any others. */
  readonly takeErrors: () => readonly LoggedError[]
  /** One request to an origin, in memory. */
  readonly call: (origin: OriginName, request: InjectOptions & { readonly key?: string }) => Promise<Answer>
  /** For tests of the scheme itself. */
  readonly apiKeys: Identity['apiKeys']
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
  readonly uploadPace?: Pace
  readonly tracing?: Tracing
  readonly trustedProxies?: TrustedProxies
  readonly relaySeal?: RelaySeal
  /** Runs on the database and directory of another one, as a second process or the next start would. */
  readonly beside?: TestApp
}

/** A database and a directory of its own, or those of a running program. */
async function openPlace(beside: TestApp | undefined, log: Log, publish: (channel: string) => void) {
  if (beside) {
    const { connectionString, clock, directory } = beside
    const database = await openDatabase({ connectionString, clock, log, publish, poolMax: 5, probeMsMax })
    return { database, connectionString, clock, directory, closePlace: () => database.close() }
  }
  const { close, ...place } = await testDatabase({ publish })
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
  const opened: { signals?: Signals } = {}
  const publish = (channel: string) => opened.signals?.publish(channel)
  const place = await openPlace(options.beside, log, publish)
  const { database, connectionString, clock, directory, closePlace } = place
  const signals = (opened.signals = await openSignals({ connectionString, log }))
  const random = systemRandom
  const limiters = openLimiters({ connections: 10, processors: 2 })
  const network = { resolver: tableResolver({}), allowHosts: [], ...options.outgoing }
  const blobs = options.blobs ?? openLocalBlobs({ directory: join(directory, 'blobs'), clock, log, random })
  const context: Context = {
    clock,
    random,
    log,
    database,
    signals,
    streams: openEventStreams(),
    blobs: withInlineBlobs(blobs, (key) => findInlineBytes(database, key)),
    recentBytes: openRecentBytes(),
    limiters,
    bodies: openBodies(),
    passwords: openPasswords(limiters.passwords),
    vault: openVault([random.bytes(32)], random),
    mail: await openMailTransport({
      smtpUrl: undefined,
      from: { name: 'Bureau', address: 'bureau@localhost' },
      domain: 'files.test',
    }),
    resolver: network.resolver,
    outgoing: openOutgoing(network),
    settings: {
      blockedExtensions: new Set(blockedExtensionsDefault),
      organizationsMax: 10,
      workspaceItemsMax: 10_000_000,
      bytesInFlightMax: 200 * 1024 ** 3,
      uploadPace: options.uploadPace ?? paceOf(2000),
      auditDays: 365,
      messageDays: 36_500,
      accel: undefined,
    },
    origins: {
      gateway: 'http://gateway.test',
      files: 'http://files.test',
      sms: 'http://sms.test',
      phones: 'http://phones.test',
    },
    setUpWorkspace,
  }
  const counters = options.counters ?? openMemoryCounters({ database, clock, log })
  const identity = openIdentity(context, { counters })
  const dependencies: OriginDependencies = {
    context,
    apiKeys: identity.apiKeys,
    roles: new Set(roleNames),
    origin: {
      log,
      random,
      trustedProxies: options.trustedProxies ?? 0,
      observe: silent,
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
    origin,
    call: (name, request) => inject(origin(name), request),
    tenant: (options) => makeTenant(context, options?.plan),
    member: (workspaceId, role) => makeMember(context, workspaceId, role),
    close: async () => {
      for (const app of apps.values()) await app.close()
      await identity.close()
      await counters.close()
      await signals.close()
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

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { approveProvisioning } from '../src/access/approval/change-approval.ts'
import { openGate, type GateParts } from '../src/access/gates/api-key.ts'
import { openKeyCache } from '../src/access/key/cache.ts'
import { createKey, type KeyRequest } from '../src/access/key/create-key.ts'
import { openLastUses } from '../src/access/key/last-use.ts'
import { addMember } from '../src/access/member/change-members.ts'
import { setPlan } from '../src/access/plan/set-plan.ts'
import type { SubscriptionPatch } from '../src/access/plan/store.ts'
import { createUser } from '../src/access/user/create-user.ts'
import { createOrganization } from '../src/access/workspace/create-workspace.ts'
import { blockedExtensionsDefault } from '../src/files/file/blocked-extensions.ts'
import { openLocalBlobs } from '../src/platform/blobs/local/store.ts'
import type { BlobStore } from '../src/platform/blobs/store.ts'
import type { Context } from '../src/api/context.ts'
import { openSignals } from '../src/platform/database/notices.ts'
import { openDatabase } from '../src/platform/database/pool.ts'
import type { Log } from '../src/platform/log/log.ts'
import type { CounterStore } from '../src/platform/limits/limit.ts'
import { openMemoryCounters } from '../src/platform/limits/memory.ts'
import { openMailTransport } from '../src/platform/mail/transport.ts'
import { tableResolver } from '../src/platform/outgoing/hosts.testing.ts'
import { openOutgoing, type OutgoingParts } from '../src/platform/outgoing/outgoing.ts'
import { systemRandom } from '../src/platform/random.ts'
import { openPasswords } from '../src/platform/secrets/password.ts'
import { openVault } from '../src/platform/secrets/vault.ts'
import type { Tracing } from '../src/platform/tracing/tracing.ts'
import { originNames, roleNames, type OriginName } from '../src/program/roles.ts'
import { openOrigin } from '../src/program/origins/open.ts'
import { type OriginParts } from '../src/program/origins/origin.ts'
import { setUpWorkspace } from '../src/program/set-up-workspace.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export interface TestApp {
  readonly context: Context
  readonly clock: TestDatabase['clock']
  readonly connectionString: string
  /** Where its blobs are. */
  readonly directory: string
  /** Lines that were logged as errors; a test that expects none says so. */
  readonly errors: readonly { readonly fields: object; readonly message: string }[]
  /** One request to an origin, in memory. */
  readonly call: (origin: OriginName, request: InjectOptions & { readonly key?: string }) => Promise<Answer>
  /** What the gate is made of, for tests of the gate itself. */
  readonly door: Omit<GateParts, 'onRefusal'>
  /** The origin itself, for tests that need a socket. */
  readonly origin: (name: OriginName) => FastifyInstance
  /** A person with an active plan, an organization of theirs, and a maker of keys for it. */
  readonly tenant: (options?: { readonly plan?: Partial<SubscriptionPatch> }) => Promise<Tenant>
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
  const errors: { fields: object; message: string }[] = []
  const log: Log = {
    debug: silent,
    info: silent,
    warn: silent,
    error: (fields, message) => void errors.push({ fields, message }),
  }
  return { log, errors }
}

let people = 0

export interface TestAppOptions {
  /** Other counters than those in memory. */
  readonly counters?: CounterStore
  /** Another blob store than a local directory. */
  readonly blobs?: BlobStore
  /** DNS and trust of the test; without them no name resolves. */
  readonly outgoing?: Partial<OutgoingParts>
  readonly tracing?: Tracing
  /** Runs on the database and directory of another one, as a second process or the next start would. */
  readonly beside?: TestApp
}

/** A database and a directory of its own, or those of a program that runs already. */
async function openPlace(beside: TestApp | undefined, log: Log) {
  if (beside) {
    const { connectionString, clock, directory } = beside
    const database = await openDatabase({ connectionString, clock, log, poolMax: 5 })
    return { database, connectionString, clock, directory, closePlace: () => database.close() }
  }
  const { close, ...place } = await testDatabase()
  const directory = await mkdtemp(join(tmpdir(), 'bureau-test-'))
  const closePlace = async () => {
    await close()
    await rm(directory, { recursive: true, force: true })
  }
  return { ...place, directory, closePlace }
}

/**
 * The whole program in this process, on a database and blob directory of its own, with a clock that tests move; or on
 * those of another one, which is then to be closed last.
 */
export async function testApp(options: TestAppOptions = {}): Promise<TestApp> {
  const { log, errors } = recordingLog()
  const { database, connectionString, clock, directory, closePlace } = await openPlace(options.beside, log)
  const signals = await openSignals({ connectionString, log })
  const random = systemRandom
  const network = { resolver: tableResolver({}), allowHosts: [], ...options.outgoing }
  const context: Context = {
    clock,
    random,
    log,
    database,
    signals,
    blobs: options.blobs ?? openLocalBlobs({ directory: join(directory, 'blobs'), clock, log, random }),
    passwords: openPasswords(),
    vault: openVault([random.bytes(32)], random),
    mail: openMailTransport({
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
      accel: undefined,
    },
    origins: {
      gateway: 'http://gateway.test',
      files: 'http://files.test',
      sms: 'http://sms.test',
      phones: 'http://phones.test',
    },
  }
  const counters = options.counters ?? openMemoryCounters({ database, clock, log })
  const keys = openKeyCache(database, signals)
  const lastUses = openLastUses(context)
  const gate = openGate({ clock, keys, counters, lastUses, onRefusal: silent })
  const parts: OriginParts = {
    context,
    gate,
    roles: new Set(roleNames),
    origin: { log, random, trustedProxies: 0, observe: silent, trace: options.tracing?.traceRequests },
    filesUpstream: '',
  }
  const apps = new Map<OriginName, FastifyInstance>()
  for (const name of originNames) apps.set(name, await openOrigin(name, parts))
  const origin = (name: OriginName) => apps.get(name) as FastifyInstance
  return {
    context,
    clock,
    connectionString,
    directory,
    errors,
    door: { clock, keys, counters, lastUses },
    origin,
    call: (name, request) => inject(origin(name), request),
    tenant: (options) => makeTenant(context, options?.plan),
    member: (workspaceId, role) => makeMember(context, workspaceId, role),
    close: async () => {
      for (const app of apps.values()) await app.close()
      await lastUses.close()
      keys.close()
      await counters.close()
      await signals.close()
      await closePlace()
    },
  }
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

const makePerson = (context: Context) =>
  createUser(context, setUpWorkspace, {
    email: `person-${++people}@example.com`,
    firstName: 'Pat',
    lastName: `Person ${people}`,
    password: undefined,
    plan: 'standard',
  })

async function makeMember(
  context: Context,
  workspaceId: number,
  role: 'admin' | 'member',
): Promise<{ id: number }> {
  const { id } = await makePerson(context)
  await addMember(context, { workspaceId, userId: id, role })
  return { id }
}

async function makeTenant(context: Context, plan: Partial<SubscriptionPatch> = {}): Promise<Tenant> {
  const user = await makePerson(context)
  const patch: SubscriptionPatch = {
    active: undefined,
    services: undefined,
    smsDaily: 1000,
    payg: undefined,
    capMicros: undefined,
    priceMicros: undefined,
    ...plan,
  }
  await setPlan(context, user.id, patch)
  await approveProvisioning(context, user.id)
  const organization = await createOrganization(
    context,
    setUpWorkspace,
    { ownerId: user.id, name: `Organization of ${user.id}` },
    async () => {},
  )
  return {
    userId: user.id,
    personalId: user.workspace_id,
    workspaceId: organization.id,
    key: (service, options) =>
      createKey(context, {
        service,
        userId: user.id,
        workspaceId: organization.id,
        name: undefined,
        scopes: service === 'files' ? ['*'] : everyScope[service],
        environment: 'live',
        perMinute: 100_000,
        perDay: 1_000_000,
        numberId: undefined,
        folderId: undefined,
        ips: [],
        domains: [],
        expiresAt: undefined,
        ...options,
      }),
  }
}

const everyScope = {
  sms: ['messages:send', 'messages:read', 'numbers:read', 'groups:read', 'groups:write'],
  iam: ['iam:read', 'iam:write'],
  provisioning: ['users:create', 'business:create', 'workspace:invite', 'users:password_reset'],
} as const

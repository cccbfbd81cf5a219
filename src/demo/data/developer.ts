import type { ServiceName } from '../../identity/services.ts'

type Call = readonly [operation: string, method: string, status: number, code: string | undefined]

export interface DemoKey {
  readonly name: string
  readonly service: ServiceName
  readonly scopes: readonly string[]
  /** The place of the person among the staff. */
  readonly maker: number
  readonly daysAgo: number
  readonly requests: number
  readonly calls: readonly [Call, ...Call[]]
}

export const keys: readonly DemoKey[] = [
  {
    name: 'Appointment reminders',
    service: 'sms',
    scopes: ['messages:send', 'messages:read'],
    maker: 1,
    daysAgo: 120,
    requests: 260,
    calls: [
      ['sendMessage', 'POST', 202, undefined],
      ['sendMessage', 'POST', 202, undefined],
      ['listMessages', 'GET', 200, undefined],
      ['listMessages', 'GET', 200, undefined],
      ['getMessage', 'GET', 200, undefined],
      ['sendMessage', 'POST', 400, 'invalid_number'],
    ],
  },
  {
    name: 'Support inbox',
    service: 'sms',
    scopes: ['messages:read', 'numbers:read'],
    maker: 3,
    daysAgo: 64,
    requests: 340,
    calls: [
      ['listMessages', 'GET', 200, undefined],
      ['listMessages', 'GET', 200, undefined],
      ['listNumbers', 'GET', 200, undefined],
    ],
  },
  {
    name: 'Invoice archive',
    service: 'files',
    scopes: ['files:read', 'files:write', 'folders:write'],
    maker: 2,
    daysAgo: 88,
    requests: 410,
    calls: [
      ['uploadFile', 'POST', 201, undefined],
      ['uploadFile', 'POST', 201, undefined],
      ['listFiles', 'GET', 200, undefined],
      ['getFile', 'GET', 200, undefined],
      ['getFile', 'GET', 404, 'not_found'],
    ],
  },
  {
    name: 'Nightly report',
    service: 'files',
    scopes: ['files:read'],
    maker: 2,
    daysAgo: 30,
    requests: 90,
    calls: [
      ['listFiles', 'GET', 200, undefined],
      ['getFile', 'GET', 200, undefined],
      ['uploadFile', 'POST', 403, 'insufficient_scope'],
    ],
  },
  {
    name: 'Staff directory',
    service: 'iam',
    scopes: ['iam:read'],
    maker: 0,
    daysAgo: 45,
    requests: 40,
    calls: [['listMembers', 'GET', 200, undefined]],
  },
]

interface DemoWebhook {
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly maker: number
  readonly daysAgo: number
  readonly deliveries: number
  readonly failing?: {
    readonly rate: number
    readonly reasons: readonly [Failure, ...Failure[]]
  }
}

interface Failure {
  readonly status: number | null
  readonly error: string
}

export const webhooks: readonly DemoWebhook[] = [
  {
    name: 'Accounting',
    url: 'https://books.example.com/hooks/bureau',
    events: ['file.created'],
    maker: 2,
    daysAgo: 80,
    deliveries: 140,
    failing: {
      rate: 0.12,
      reasons: [
        { status: 503, error: 'The receiver answered 503 instead of 2xx.' },
        { status: 500, error: 'The receiver answered 500 instead of 2xx.' },
        { status: null, error: 'The answer took too long.' },
      ],
    },
  },
  {
    name: 'Dispatch board',
    url: 'https://dispatch.example.com/in',
    events: ['*'],
    maker: 3,
    daysAgo: 9,
    deliveries: 40,
    failing: {
      rate: 1,
      reasons: [{ status: 410, error: 'The receiver answered 410 instead of 2xx.' }],
    },
  },
  {
    name: 'Search index',
    url: 'https://search.example.com/bureau',
    events: ['file.created', 'file.deleted'],
    maker: 1,
    daysAgo: 52,
    deliveries: 60,
  },
]

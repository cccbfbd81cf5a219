import { routes, type Operations } from './operations.ts'

export type OperationId = keyof Operations
export type Input<Id extends OperationId> = Operations[Id]['input']
export type Data<Id extends OperationId> = Operations[Id]['data']
export type Meta<Id extends OperationId> = Operations[Id]['meta']

export interface Answer<Id extends OperationId> {
  readonly data: Data<Id>
  readonly meta: Meta<Id>
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Arrives although the page goes. */
  readonly keepalive?: boolean
}

interface Refusal {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly details?: Readonly<Record<string, unknown>> | undefined
  readonly requestId?: string | undefined
  readonly retryAfterSeconds?: number | undefined
}

/** A call that failed. Its code is `network` if no answer came, and `unreadable` if the answer is not from the API. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor({ status, code, message, details = {}, requestId, retryAfterSeconds }: Refusal) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.details = details
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const basePath = '/console/v1'
/** Reads of one call that wait for `Retry-After`, and the longest wait. */
const waitsMax = 2
const waitSecondsMax = 60

/** Calls an operation of the console API. Throws `ApiError`, and the reason of the signal if it was aborted. */
export function call<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options: CallOptions = {},
): Promise<Answer<Id>> {
  const [method, template] = routes[id]
  return callPath<Answer<Id>>(method, template, input, options)
}

/** The address of a read, for links, pictures, and players. */
export const urlOf = <Id extends OperationId>(id: Id, input: Input<Id>): string =>
  addressOf(routes[id][1], input)

/** `call` without types: an address template and the values for it. */
export async function callPath<Result>(
  method: string,
  template: string,
  input: Readonly<Record<string, unknown>>,
  { signal, headers = {}, keepalive = false }: CallOptions = {},
): Promise<Result> {
  const url = addressOf(template, input)
  const request: RequestInit = {
    method,
    keepalive,
    ...bodyOf(input['body'], headers),
    ...(signal && { signal }),
  }
  for (let waits = 0; ; waits++) {
    const response = await send(url, request)
    if (response.ok) return (await answerIn(response)) as Result
    const error = await errorIn(response)
    if (error.code === 'not_logged_in') {
      await logInAgain()
      continue
    }
    const seconds = error.retryAfterSeconds ?? 0
    if (method !== 'GET' || error.status !== 429 || waits >= waitsMax || seconds > waitSecondsMax) throw error
    await pause(seconds, signal)
  }
}

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

function addressOf(template: string, input: Readonly<Record<string, unknown>>): string {
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries((input['query'] ?? {}) as Query))
    if (value !== undefined && value !== null) query.append(name, String(value))
  return `${basePath}${path}${query.size > 0 ? `?${query}` : ''}`
}

/** Forms and files go as they are, everything else as JSON. */
function bodyOf(body: unknown, headers: Readonly<Record<string, string>>): RequestInit {
  if (body === undefined) return { headers }
  if (body instanceof FormData || body instanceof Blob) return { headers, body }
  return { headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) }
}

async function send(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(new URL(url, location.origin), request)
  } catch (error) {
    request.signal?.throwIfAborted()
    const message = 'The server did not answer. Check your connection, then try again.'
    throw Object.assign(new ApiError({ status: 0, code: 'network', message }), { cause: error })
  }
}

const isJson = (response: Response): boolean =>
  response.headers.get('Content-Type')?.startsWith('application/json') === true

/** An answer without JSON, such as a download, is its own data. */
async function answerIn(response: Response): Promise<unknown> {
  if (response.status === 204) return { data: undefined, meta: undefined }
  return isJson(response) ? response.json() : { data: response, meta: undefined }
}

/** What an answer says that is not a success. */
export async function errorIn(response: Response): Promise<ApiError> {
  const { status, headers } = response
  const common = {
    status,
    requestId: headers.get('X-Request-Id') ?? undefined,
    retryAfterSeconds: secondsIn(headers.get('Retry-After')),
  }
  const body: unknown = isJson(response) ? await response.json().catch(() => undefined) : undefined
  const failure = (body as { readonly error?: Partial<Refusal> } | undefined)?.error
  const { code = 'unreadable', message = `The server answered with ${status}. Try again later.` } =
    failure ?? {}
  return new ApiError({ ...common, code, message, details: failure?.details })
}

function secondsIn(retryAfter: string | null): number | undefined {
  const seconds = Number(retryAfter ?? NaN)
  return Number.isFinite(seconds) ? seconds : undefined
}

function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, seconds * 1000)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end, { once: true })
  })
}

let leaving = false
let loggingOut = false
let stay: () => Promise<void> | undefined = () => undefined

/** The ID of the person who is logged in, if the server says so. It leads to no log-in. */
export async function whoIsLoggedIn(): Promise<number | undefined> {
  const response = await send(`${basePath}/session`, { cache: 'no-store' }).catch(() => undefined)
  if (!response?.ok) return undefined
  const { data } = (await answerIn(response)) as Answer<'getSession'>
  return data.user.id
}

/** Keeps the page where leaving it would lose something: the promise resolves when the person is logged in again. */
export function keepPage(wait: () => Promise<void> | undefined): void {
  stay = wait
}

/** Resolves if the page stays, and then only once someone is logged in. Calls of a page that goes stay open, so that nothing fails. */
export const logInAgain = (): Promise<void> => stay() ?? goToLogIn()

/** Ends the log-in and leaves the page. Another call may learn of the end first. */
export async function logOut(): Promise<void> {
  loggingOut = true
  try {
    await call('deleteSession', {})
  } catch (error) {
    loggingOut = false
    throw error
  }
  await goToLogIn()
}

/** Once, although several calls of a page fail together. */
function goToLogIn(): Promise<never> {
  if (!leaving) {
    leaving = true
    addEventListener('pageshow', ({ persisted }) => {
      if (persisted) location.reload()
    })
    const next = `?next=${encodeURIComponent(location.pathname + location.search)}`
    location.assign(`/login${loggingOut ? '' : next}`)
  }
  return new Promise(() => undefined)
}

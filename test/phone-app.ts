import { createHmac, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { phoneConnection } from './phone-connection.ts'

// Acts as the app "SMS Gateway for Android" for tests and benches: its calls, their order, and its state. Like the app, it
// has its own database, so that it never sends a message twice under one id.

type State = 'Pending' | 'Processed' | 'Sent' | 'Delivered' | 'Failed'

/** A message as Bureau lists it. */
export interface ListedItem {
  readonly id: string
  readonly textMessage: { readonly text: string }
  readonly phoneNumbers: readonly string[]
  readonly simNumber?: number
  readonly validUntil: string
  readonly priority: number
  readonly createdAt: string
}

interface Row {
  state: State
  error?: string
  readonly phone: string
  readonly states: Partial<Record<State, string>>
}

export interface PhoneAppOptions {
  /** The "API URL" of the app. */
  readonly url: string
  /** The only authority that the phone trusts. */
  readonly ca?: string
  /** undefined: an app that does not say. */
  readonly version?: string
  readonly order?: 'lifo' | 'fifo'
  /** The phone's clock. */
  readonly now?: () => Date
  readonly simCards?: readonly object[]
  /** The app waits seconds before it tries again; tests do not. */
  readonly retryMs?: number
  /** How the network treats a text: where it ends. */
  readonly fate?: (text: string) => 'Processed' | 'Sent' | 'Delivered' | `Failed: ${string}`
}

export type PhoneApp = ReturnType<typeof phoneApp>

export function phoneApp(options: PhoneAppOptions) {
  const {
    version = '1.68.0',
    order = 'lifo',
    now = () => new Date(),
    retryMs = 20,
    fate = () => 'Delivered',
  } = options
  let registration: { id: string; token: string } | undefined
  const { url, ca } = options
  const { request, call, close } = phoneConnection({ url, ca, version, token: () => registration?.token })
  let webhooks: { id: string; url: string; event: string }[] = []
  let signingKey = 'made-on-phone'
  let privateToken: string | undefined
  let stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const rows = new Map<string, Row>()
  /** Reports under way, by the id of the message. */
  const reporting = new Map<string, Promise<void>>()
  /** What went over the air. */
  const radio: { id: string; to: string; text: string }[] = []
  const events: string[] = []
  /** Texts that came while the app was not running. */
  const inbox: { from: string; body: string; at: Date }[] = []

  const background = (work: Promise<unknown>) => {
    const ended = work.catch(() => undefined).finally(() => running.delete(ended))
    running.add(ended)
  }

  /** `Code <digits>` or `Bearer <registration token>`; the token is kept as the app's private token. */
  async function enrol(authorization: string): Promise<number> {
    if (authorization.startsWith('Bearer ')) privateToken = authorization.slice('Bearer '.length)
    const body = { name: 'Maker/Model', simCards: options.simCards }
    const answer = await call<{ id: string; token: string }>('POST', '/device', { authorization, body })
    if (answer.status === 201) registration = answer.body
    return answer.status
  }

  /** Each start of the app: it reports its state, and on 401 enrolls again with its private token. */
  async function register(): Promise<number> {
    if (!registration) return privateToken === undefined ? 0 : enrol(`Bearer ${privateToken}`)
    const { status } = await call('PATCH', '/device', {
      body: { id: registration.id, simCards: options.simCards },
    })
    return status === 401 && privateToken !== undefined ? enrol(`Bearer ${privateToken}`) : status
  }

  async function refresh(): Promise<void> {
    const list = await call<typeof webhooks>('GET', '/webhooks')
    if (list.status === 200) webhooks = list.body
    const settings = await call<{ webhooks: { signing_key: string } }>('GET', '/settings')
    if (settings.status === 200) signingKey = settings.body.webhooks.signing_key
  }

  async function listed(): Promise<readonly ListedItem[]> {
    const { status, body } = await call<readonly ListedItem[]>('GET', `/message?order=${order}`)
    if (status !== 200) throw new Error(`GET /message: ${status}`)
    return body
  }

  const report = (id: string) => {
    const row = rows.get(id)
    if (!row) return Promise.resolve({ status: 0, body: undefined })
    const recipients = [{ phoneNumber: row.phone, state: row.state, error: row.error }]
    return call('PATCH', '/message', { body: [{ id, state: row.state, recipients, states: row.states }] })
  }

  /** One job a message, which reads the state when it runs, tried again until it was taken. */
  function reportUntilTaken(id: string): Promise<void> {
    const underWay = reporting.get(id)
    if (underWay) return underWay
    const job = tryToReport(id).finally(() => reporting.delete(id))
    reporting.set(id, job)
    return job
  }

  async function tryToReport(id: string): Promise<void> {
    for (let tries = 0; tries < 500 && !stopping.signal.aborted; tries++) {
      const status = await report(id).then(
        (answer) => answer.status,
        () => 0,
      )
      if (status === 204 || status === 401) return
      await pause(retryMs)
    }
  }

  function step(row: Row, state: State, error?: string): void {
    row.state = state
    if (error !== undefined) row.error = error
    row.states[state] = now().toISOString()
  }

  /** What the app does with a listed item; false when it knows the item, of which it only reports the state then. */
  function take(item: ListedItem): boolean {
    if (rows.has(item.id)) return false
    const row: Row = { state: 'Pending', phone: item.phoneNumbers[0] ?? '', states: {} }
    rows.set(item.id, row)
    if (new Date(item.validUntil) < now()) {
      step(row, 'Failed', 'TTL expired')
      return true
    }
    radio.push({ id: item.id, to: row.phone, text: item.textMessage.text })
    step(row, 'Processed')
    const end = fate(item.textMessage.text)
    if (end === 'Sent' || end === 'Delivered') step(row, 'Sent')
    if (end === 'Delivered') step(row, 'Delivered')
    if (end.startsWith('Failed: ')) step(row, 'Failed', end.slice('Failed: '.length))
    return true
  }

  /** Fetches, sends, and reports. Resolves to the listed messages. */
  async function fetchWork(): Promise<readonly ListedItem[]> {
    const items = await listed()
    for (const item of items) take(item)
    await Promise.all(items.map(({ id }) => reportUntilTaken(id)))
    return items
  }

  /** Posts the inbox of a time range. */
  async function exportTexts(since: Date, until: Date): Promise<void> {
    for (const { from, body, at } of inbox) {
      if (at < since || at > until) continue
      const payload = { message: body, sender: from, simNumber: 1, receivedAt: at.toISOString() }
      await post('sms:received', payload)
    }
  }

  function react(event: string, data: string): Promise<unknown> {
    if (event === 'MessageEnqueued') return fetchWork()
    if (event !== 'MessagesExportRequested') return refresh()
    const { since, until } = JSON.parse(data) as { since: string; until: string }
    return exportTexts(new Date(since), new Date(until))
  }

  async function listen(): Promise<void> {
    const authorization = `Bearer ${registration?.token}`
    const response = await request('GET', `${options.url}/events`, {
      authorization,
      headers: { 'user-agent': 'okhttp/4.10' },
    })
    const cut = () => response.destroy()
    stopping.signal.addEventListener('abort', cut)
    if (stopping.signal.aborted) cut()
    try {
      if (response.statusCode !== 200) throw new Error(`events: ${response.statusCode}`)
      background(fetchWork())
      let unread = ''
      for await (const chunk of response.setEncoding('utf8')) {
        unread += String(chunk)
        const blocks = unread.split('\n\n')
        unread = blocks.pop() ?? ''
        for (const block of blocks) {
          // A block without data is a comment, which readers of events drop.
          if (!/^data:/m.test(block)) continue
          const event = /^event: ?(.+)$/m.exec(block)?.[1] ?? 'MessageEnqueued'
          events.push(event)
          background(react(event, /^data: ?(.+)$/m.exec(block)?.[1] ?? '{}'))
        }
      }
    } finally {
      stopping.signal.removeEventListener('abort', cut)
    }
  }

  /** Connects again and again until it is stopped. */
  async function stayConnected(): Promise<void> {
    while (!stopping.signal.aborted) {
      await listen().catch(() => undefined)
      await pause(retryMs)
    }
  }

  const sign = (raw: string, timestamp: string, key = signingKey) =>
    createHmac('sha256', key).update(raw).update(timestamp).digest('hex')

  const urlFor = (event: string) => webhooks.find((each) => each.event === event)?.url ?? ''

  /** One post of an event, as the app signs it. */
  function post(
    event: string,
    payload: object,
    more: { id?: string; timestamp?: number; key?: string } = {},
  ) {
    const id = more.id ?? randomUUID()
    const raw = JSON.stringify({ id, webhookId: 'w', event, deviceId: registration?.id, payload })
    const timestamp = String(more.timestamp ?? Math.floor(now().getTime() / 1000))
    return call('POST', urlFor(event), {
      body: raw,
      headers: { 'x-timestamp': timestamp, 'x-signature': sign(raw, timestamp, more.key) },
    })
  }

  return {
    rows,
    radio,
    events,
    inbox,
    call,
    enrol,
    register,
    refresh,
    listed,
    take,
    report,
    fetchWork,
    post,
    urlFor,
    sign,
    webhooks: () => webhooks,
    registration: () => registration,
    setSigningKey: (key: string) => void (signingKey = key),
    /** An inbound text; repeated until Bureau accepts it. */
    receive: async (text: {
      from: string
      body: string
      receivedAt?: Date
      messageId?: string
      simNumber?: number
    }) => {
      const id = randomUUID()
      const payload = {
        messageId: text.messageId,
        message: text.body,
        sender: text.from,
        phoneNumber: text.from,
        simNumber: text.simNumber ?? 1,
        receivedAt: (text.receivedAt ?? now()).toISOString(),
      }
      for (let tries = 0; tries < 500; tries++) {
        const status = await post('sms:received', payload, { id }).then(
          (answer) => answer.status,
          () => 0,
        )
        if (status === 200) return
        await pause(retryMs)
      }
      throw new Error('A text was not taken.')
    },
    /** Registers, fetches lists and stays on the stream of events. */
    start: async () => {
      stopping = new AbortController()
      await register()
      background(stayConnected())
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
      close()
    },
  }
}

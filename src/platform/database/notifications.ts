import type { Change } from '../changes/change-set.ts'
import type { Log } from '../log/log.ts'
import type { Notifications } from '../notifications.ts'
import { acknowledgements } from './acknowledgements.ts'
import { changePublisher, changesOf } from './change-publisher.ts'
import { keepListening, postgresChannel } from './listening.ts'
import type { ListeningSession, Notice } from './listening.ts'
import { throttled } from '../concurrency/throttle.ts'
import { settlesWithin } from '../deadline.ts'

export interface NotificationsOptions {
  readonly connectionString: string
  readonly log: Log
}

/** Repeats of a channel within this time are merged. */
const repeatMs = 200

/** Triggers in migrations/ write to it too. */
const changeChannel = 'changed'
const changesEveryMs = 250

const closeMsMax = 1000

export async function openNotifications({
  connectionString,
  log,
}: NotificationsOptions): Promise<Notifications> {
  const noticeListeners = new Map<string, Listeners<string>>()
  const connectionListeners = listeners<boolean>(log)
  const publisher = throttled(repeatMs, (channel) => notify(`${channel}:`))
  const changes = changePublisher(changesEveryMs, (payloads) =>
    notifyAll(payloads.map((payload) => `${changeChannel}:${payload}`)),
  )
  const changeListeners = listeners<readonly Change[]>(log)
  const asking = acknowledgements(() => listening?.session())
  let listening: Awaited<ReturnType<typeof keepListening>> | undefined

  function handle({ text, pid }: Notice, session: ListeningSession): void {
    const colon = text.indexOf(':')
    const channel = colon < 0 ? text : text.slice(0, colon)
    const payload = colon < 0 ? '' : text.slice(colon + 1)
    if (asking.handle(channel, payload, session)) return
    // This process heard its own notification at once.
    if (pid !== session.pid) noticeListeners.get(channel)?.call(payload)
  }

  const notify = (text: string): Promise<boolean> => notifyAll([text])

  async function notifyAll(texts: readonly string[]): Promise<boolean> {
    const session = listening?.session()
    if (!session) return false
    return session
      .query(
        'select /* platform.database.openNotifications */ pg_notify($1, text) from unnest($2::text[]) as text',
        [postgresChannel, texts],
      )
      .then(
        () => true,
        () => false,
      )
  }

  function changed(state: boolean): void {
    connectionListeners.call(state)
    if (state) publisher.flush()
  }

  noticeListeners.set(changeChannel, listeners<string>(log))
  noticeListeners.get(changeChannel)?.add((payload) => changeListeners.call(changesOf(payload)))
  listening = await keepListening({ connectionString, log, onNotice: handle, onState: changed })
  const { connected, close } = listening
  return {
    notify: (channel) => {
      noticeListeners.get(channel)?.call('')
      publisher.publish(channel)
    },
    tell: (change) => {
      changeListeners.call([change])
      changes.tell(change)
    },
    onChanges: changeListeners.add,
    listen: (channel, listener) => {
      const all = noticeListeners.get(channel) ?? listeners<string>(log)
      noticeListeners.set(channel, all)
      return all.add(listener)
    },
    onConnection: connectionListeners.add,
    connected,
    acknowledged: asking.acknowledged,
    onQuestion: asking.onQuestion,
    ask: asking.ask,
    close: async () => {
      publisher.close()
      await settlesWithin(closeMsMax, changes.close())
      await close()
    },
  }
}

interface Listeners<Value> {
  readonly add: (listener: (value: Value) => void) => () => void
  readonly call: (value: Value) => void
}

function listeners<Value>(log: Log): Listeners<Value> {
  const all = new Set<{ readonly listener: (value: Value) => void }>()
  return {
    add: (listener) => {
      // Wrapped, so that a function may be registered twice.
      const entry = { listener }
      all.add(entry)
      return () => void all.delete(entry)
    },
    call: (value) => {
      for (const { listener } of all) {
        try {
          listener(value)
        } catch (error) {
          log.error({ err: error }, 'A listener of notices failed.')
        }
      }
    },
  }
}

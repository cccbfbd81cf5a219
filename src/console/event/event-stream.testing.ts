import { randomBytes } from 'node:crypto'
import type { TestApp } from '../../../test/harness.ts'
import { insertSession } from '../../identity/session/store.ts'
import { openEventStream } from './open-event-stream.ts'

export interface Seen {
  readonly workspace_id: number | null
  readonly topic: string
  readonly id: number | string | null
}

const dayMs = 86_400_000

/** A log-in of a person. */
export async function logIn(app: TestApp, userId: number): Promise<{ userId: number; sessionId: number }> {
  const createdAt = app.clock.now()
  const expiresAt = new Date(createdAt.getTime() + 90 * dayMs)
  const draft = { digest: randomBytes(32), userId, createdAt, expiresAt, address: '', browser: '' }
  const { id } = await app.context.database.transaction((tx) => insertSession(tx, draft))
  return { userId, sessionId: id }
}

/** A stream of a new log-in of a person, in one of the processes. */
export async function listen(app: TestApp, userId: number) {
  const viewer = await logIn(app, userId)
  const stream = (await openEventStream(app.context, viewer))()
  if (!stream) throw new Error('There are too many streams.')
  let text = ''
  const state = { ended: false }
  stream.on('data', (bytes: Buffer) => (text += String(bytes)))
  stream.on('close', () => (state.ended = true))
  return {
    ...viewer,
    stream,
    seen: (): readonly Seen[] =>
      [...text.matchAll(/^event: changed\ndata: (.*)\n\n/gm)].map(
        ([, data]) => JSON.parse(data ?? '') as Seen,
      ),
    forget: () => void (text = ''),
    ended: () => state.ended,
  }
}

export type Listener = Awaited<ReturnType<typeof listen>>

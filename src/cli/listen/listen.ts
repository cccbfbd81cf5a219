import { setTimeout as pause } from 'node:timers/promises'
import { monotonicMs, systemClock } from '../../platform/clock.ts'
import { failureSentence } from '../../platform/outgoing/failure.ts'
import { openOutgoing, type Outgoing } from '../../platform/outgoing/outgoing.ts'
import { openResolver } from '../../platform/outgoing/resolver.ts'
import { systemRandom } from '../../platform/random.ts'
import { messageOf } from '../../webhooks/delivery/message.ts'
import { newSecret } from '../../webhooks/webhook/secret.ts'
import { callServer } from '../client.ts'
import { failed, type Outcome } from '../outcome.ts'
import { prepareListen, type Asked } from './declaration.ts'
import { EventFeed, type ListedEvent } from './event-feed.ts'

export interface ListenOptions {
  readonly dataDir: string
  readonly print: (line: string) => void
  readonly signal: AbortSignal
}

const pauseMs = 500

/** Prints events until `signal` aborts. Returns early with a failure, or with help. */
export async function runListen(
  argv: readonly string[],
  options: ListenOptions,
): Promise<Outcome | undefined> {
  const asked = prepareListen(argv)
  return 'outcome' in asked ? asked.outcome : follow(asked, options)
}

async function follow(asked: Asked, { dataDir, print, signal }: ListenOptions): Promise<Outcome | undefined> {
  const first = await listEvents(dataDir, asked.workspace)
  if ('exit' in first) return first
  const feed = new EventFeed(first.after)
  feed.take(first.events, monotonicMs())
  const forwarder = asked.forward === undefined ? undefined : openForwarder(asked.forward)
  print(beginning(asked, forwarder?.secret))
  while (!signal.aborted) {
    await pause(pauseMs, undefined, { signal }).catch(() => undefined)
    let after: number | null = feed.floor
    while (after !== null) {
      const listed: Listed | Outcome = await listEvents(dataDir, asked.workspace, after)
      if ('exit' in listed) return listed
      const fresh = feed.take(listed.events, monotonicMs())
      for (const event of fresh.filter(({ event: name }) => asked.events?.has(name) ?? true))
        print(shown(asked, event, await forwarder?.forward(event)))
      after = listed.next_after
    }
  }
  return undefined
}

interface Listed {
  readonly events: readonly ListedEvent[]
  readonly after: number
  readonly next_after: number | null
}

async function listEvents(dataDir: string, workspace: number, after?: number): Promise<Listed | Outcome> {
  const words = ['events', 'list', '--workspace', String(workspace), '--json']
  // The option takes ids, which begin at 1.
  const from = after === undefined || after === 0 ? [] : ['--after', String(after)]
  const outcome = await callServer(dataDir, [...words, ...from])
  if (!outcome)
    return failed(1, `No server runs on ${dataDir}. Start it with "bureau serve", or name it with --data.`)
  return outcome.exit === 0 ? (JSON.parse(outcome.stdout) as Listed) : outcome
}

type Forwarded = { readonly status: number } | { readonly error: string }

interface Forwarder {
  readonly secret: string
  readonly forward: (event: ListedEvent) => Promise<Forwarded>
}

/** Sends each event once, like a delivery, with its own secret. */
function openForwarder(url: string): Forwarder {
  const secret = newSecret(systemRandom)
  const outgoing: Outgoing = openOutgoing({ resolver: openResolver(), allowHosts: [] })
  return {
    secret,
    forward: async ({ id, event, workspace_id: workspaceId, data }) => {
      const told = { id, event, workspaceId, data: JSON.stringify(data) }
      const message = messageOf(told, secret, systemClock.now())
      const answer = await outgoing.request({ method: 'POST', url, reach: 'anywhere', ...message })
      return answer.answered ? { status: answer.status } : { error: failureSentence(answer.reason) }
    },
  }
}

function beginning({ json, workspace, forward }: Asked, secret: string | undefined): string {
  if (json)
    return JSON.stringify({ workspace_id: workspace, forward: forward ?? null, secret: secret ?? null })
  const lines = [`Events of workspace ${workspace}. Ctrl-C ends it.`]
  if (secret !== undefined) lines.push(`Forwarded to ${forward}, signed with the secret ${secret}`)
  return lines.join('\n')
}

function shown({ json }: Asked, event: ListedEvent, forwarded: Forwarded | undefined): string {
  if (json) return JSON.stringify(forwarded ? { ...event, forwarded } : event)
  const outcome = forwarded && ('status' in forwarded ? `answered ${forwarded.status}` : forwarded.error)
  const line = `${event.created_at}  ${event.event}  #${event.id}${outcome === undefined ? '' : `  ${outcome}`}`
  return `${line}\n  ${JSON.stringify(event.data)}`
}

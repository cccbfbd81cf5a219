import { useQuery } from '@tanstack/react-query'
import type { Data, Input } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { webhookWords } from '../../words/words.ts'
import { manages, type Workspace } from '../session/session.ts'

export type Webhook = Data<'files.getWebhook'>
export type Subscription = Input<'files.createWebhook'>['body']['events']
export type SubscribedEvent = Subscription[number]
export type Delivery = Data<'listDeliveries'>[number]

/** A workspace has at most so many. */
const webhooksMax = 20

/** The webhooks of a workspace, oldest first. */
export const useWebhooks = (workspace: number) =>
  useQuery(read('files.listWebhooks', { workspace, query: { limit: webhooksMax } }))

/** Why this person cannot change webhooks here. */
export const lockedReason = (workspace: Workspace): string | undefined =>
  manages(workspace) ? undefined : webhookWords.adminsOnly

export const stateOf = ({ active }: Pick<Webhook, 'active'>): string =>
  active ? webhookWords.states.active : webhookWords.states.inactive

export const eventsOf = ({ events }: Pick<Webhook, 'events'>): string =>
  events.includes('*') ? webhookWords.allEvents : events.join(', ')

/** For a cell of a table. */
export const fewEventsOf = (webhook: Pick<Webhook, 'events'>): string =>
  webhook.events.length > 1 ? webhookWords.eventCount(webhook.events.length) : eventsOf(webhook)

/** ISO 8601 of the times of the public API, which are UTC without a mark. */
export const isoOf = (plain: string | null): string | null => plain && `${plain.replace(' ', 'T')}Z`

import type { Data } from '../../api/call.ts'
import { numberWords as words } from '../../words/words.ts'
import { manages, type Workspace } from '../session/session.ts'

export type WorkspaceNumber = Data<'listNumbers'>[number]
export type NumberDetails = Data<'getNumber'>
export type Phone = NonNullable<WorkspaceNumber['phone']>

/** Facts of phones change every few seconds, and no event announces them. */
export const refetchMs = 30_000

export const stateOf = ({ online, paused }: Pick<WorkspaceNumber, 'online' | 'paused'>): string =>
  online ? (paused ? words.states.paused : words.states.online) : words.states.offline

export function kindOf({ dedicated, carrier }: Pick<WorkspaceNumber, 'dedicated' | 'carrier'>): string {
  const kind = dedicated ? words.kinds.dedicated : words.kinds.pool
  return carrier === 'simulator' ? `${kind}, ${words.kinds.simulated}` : kind
}

export const phoneName = ({ name }: Pick<Phone, 'name'>): string => name ?? words.phone.unnamed

export function batteryOf({ battery_percent: percent, charging }: Phone): string {
  if (percent === null) return words.unknown
  const level = words.phone.percent(percent)
  return charging === null ? level : words.phone.charging(level, charging)
}

/** The budget that is closest to its end. */
export const tightest = ({ budgets }: WorkspaceNumber): WorkspaceNumber['budgets'][number] | undefined =>
  budgets.toSorted((a, b) => b.used / b.max - a.used / a.max)[0]

/** Why this person cannot connect a phone to the number. */
export function whyNotConnectable(
  { carrier, dedicated }: Pick<WorkspaceNumber, 'carrier' | 'dedicated'>,
  workspace: Workspace,
): string | undefined {
  if (carrier !== 'android') return words.reasons.simulated
  if (!dedicated) return words.reasons.pool
  return manages(workspace) ? undefined : words.reasons.member
}

import { describe, expect, test } from 'vitest'
import type { Waiting } from './model.ts'
import { type Rooms, shareOut } from './allocation.ts'

const rooms = (parts: Partial<Rooms> = {}): Rooms => ({
  total: 100,
  ofWebhook: () => 4,
  ofWorkspace: () => 32,
  underWay: () => 0,
  ...parts,
})

/** `1.7`: webhook 7 of workspace 1. */
const waiting = (...names: readonly string[]): Waiting[] =>
  names.map((name) => {
    const [workspaceId = 0, webhookId = 0] = name.split('.').map(Number)
    return { workspaceId, webhookId }
  })

const shown = (shares: ReturnType<typeof shareOut>['shares']) =>
  Object.fromEntries(
    shares.map(({ workspaceId, webhookId, count }) => [`${workspaceId}.${webhookId}`, count]),
  )

describe('shareOut', () => {
  test('gives each webhook what there is room for', () => {
    const { shares, turns } = shareOut(waiting('1.1', '2.2'), rooms())
    expect(shown(shares)).toEqual({ '1.1': 4, '2.2': 4 })
    expect(turns).toBe(2)
  })

  test('gives workspaces turns when there is less room, however many webhooks each has', () => {
    const all = waiting('1.1', '1.2', '1.3', '1.4', '2.5')
    expect(shown(shareOut(all, rooms({ total: 4 })).shares)).toEqual({ '1.1': 1, '1.2': 1, '2.5': 2 })
  })

  test('lets the next claim go on behind those who had a turn', () => {
    const all = waiting('1.1', '1.2', '2.3', '3.4')
    expect(shareOut(all, rooms({ total: 1 })).turns).toBe(2)
    expect(shareOut(all, rooms({ total: 2 })).turns).toBe(3)
    expect(shareOut(all, rooms({ total: 3 })).turns).toBe(4)
    expect(shareOut(all, rooms({ total: 50 })).turns).toBe(4)
  })

  test('passes by those without room', () => {
    const all = waiting('1.1', '1.2', '2.3')
    const { shares, turns } = shareOut(all, rooms({ ofWebhook: (id) => (id === 1 ? 0 : 2) }))
    expect(shown(shares)).toEqual({ '1.2': 2, '2.3': 2 })
    expect(turns).toBe(3)
    expect(shareOut(all, rooms({ ofWorkspace: () => -1 }))).toEqual({ shares: [], turns: 3 })
  })

  test('within a workspace serves the webhook first that has the fewest under way', () => {
    const all = waiting('1.1', '1.2')
    const busy = rooms({ ofWorkspace: () => 3, underWay: (id) => (id === 1 ? 2 : 0) })
    expect(shown(shareOut(all, busy).shares)).toEqual({ '1.1': 1, '1.2': 2 })
  })
})

import { describe, expect, test } from 'vitest'
import type { WaitingWebhook } from './model.ts'
import { type DeliveryCapacity, allocateDeliveries } from './allocation.ts'

const capacity = (parts: Partial<DeliveryCapacity> = {}): DeliveryCapacity => ({
  total: 100,
  ofWebhook: () => 4,
  ofWorkspace: () => 32,
  underWay: () => 0,
  ...parts,
})

/** `1.7`: webhook 7 of workspace 1. */
const waiting = (...names: readonly string[]): WaitingWebhook[] =>
  names.map((name) => {
    const [workspaceId = 0, webhookId = 0] = name.split('.').map(Number)
    return { workspaceId, webhookId }
  })

const shown = (allocations: ReturnType<typeof allocateDeliveries>['allocations']) =>
  Object.fromEntries(
    allocations.map(({ workspaceId, webhookId, count }) => [`${workspaceId}.${webhookId}`, count]),
  )

describe('allocateDeliveries', () => {
  test('fills the capacity of each webhook', () => {
    const { allocations, considered } = allocateDeliveries(waiting('1.1', '2.2'), capacity())
    expect(shown(allocations)).toEqual({ '1.1': 4, '2.2': 4 })
    expect(considered).toBe(2)
  })

  test('serves workspaces in rounds when capacity is short, however many webhooks each has', () => {
    const all = waiting('1.1', '1.2', '1.3', '1.4', '2.5')
    expect(shown(allocateDeliveries(all, capacity({ total: 4 })).allocations)).toEqual({
      '1.1': 1,
      '1.2': 1,
      '2.5': 2,
    })
  })

  test('lets the next claim continue after those it considered', () => {
    const all = waiting('1.1', '1.2', '2.3', '3.4')
    expect(allocateDeliveries(all, capacity({ total: 1 })).considered).toBe(2)
    expect(allocateDeliveries(all, capacity({ total: 2 })).considered).toBe(3)
    expect(allocateDeliveries(all, capacity({ total: 3 })).considered).toBe(4)
    expect(allocateDeliveries(all, capacity({ total: 50 })).considered).toBe(4)
  })

  test('skips those without capacity', () => {
    const all = waiting('1.1', '1.2', '2.3')
    const { allocations, considered } = allocateDeliveries(
      all,
      capacity({ ofWebhook: (id) => (id === 1 ? 0 : 2) }),
    )
    expect(shown(allocations)).toEqual({ '1.2': 2, '2.3': 2 })
    expect(considered).toBe(3)
    expect(allocateDeliveries(all, capacity({ ofWorkspace: () => -1 }))).toEqual({
      allocations: [],
      considered: 3,
    })
  })

  test('within a workspace serves the webhook with the fewest attempts under way first', () => {
    const all = waiting('1.1', '1.2')
    const busy = capacity({ ofWorkspace: () => 3, underWay: (id) => (id === 1 ? 2 : 0) })
    expect(shown(allocateDeliveries(all, busy).allocations)).toEqual({ '1.1': 1, '1.2': 2 })
  })
})

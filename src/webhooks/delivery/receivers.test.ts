import { describe, expect, test } from 'vitest'
import { firstLane, retryLane } from './model.ts'
import { Receivers } from './receivers.ts'

const attempt = { lane: firstLane, workspaceId: 1, webhookId: 7 } as const
const outcome = (delivered: boolean, ms = 10) => ({ ...attempt, delivered, ms })

function failing(times: number, everyMs = 0): Receivers {
  const receivers = new Receivers()
  for (let time = 0; time < times; time++) receivers.learn(outcome(false), time * everyMs)
  return receivers
}

describe('receivers', () => {
  test('get four attempts at once, and thirty-two while they answer quickly', () => {
    const receivers = new Receivers()
    expect(receivers.capacityOfWebhook(7, 0)).toBe(4)
    for (let time = 0; time < 4; time++) receivers.begin(attempt)
    expect(receivers.capacityOfWebhook(7, 0)).toBe(0)
    receivers.learn(outcome(true), 0)
    receivers.release(attempt)
    expect(receivers.capacityOfWebhook(7, 0)).toBe(29)
    receivers.learn(outcome(true, 2000), 0)
    expect(receivers.capacityOfWebhook(7, 0)).toBe(1)
  })

  test('get one at once after a failure', () => {
    expect(failing(1).capacityOfWebhook(7, 0)).toBe(1)
  })

  test('rest for half a minute after ten failures in a row, then get one to try', () => {
    const receivers = failing(10)
    expect(receivers.capacityOfWebhook(7, 29_999)).toBe(0)
    expect(receivers.capacityOfWebhook(7, 30_000)).toBe(1)
    receivers.learn(outcome(false), 30_000)
    expect(receivers.capacityOfWebhook(7, 59_999)).toBe(0)
    receivers.learn(outcome(true), 60_000)
    expect(receivers.capacityOfWebhook(7, 60_000)).toBe(32)
  })

  test('do not rest when the failures are spread over more than five minutes', () => {
    expect(failing(20, 60_000).capacityOfWebhook(7, 20 * 60_000)).toBe(1)
  })

  test('of one workspace share its capacity, first attempts and retries apart', () => {
    const receivers = new Receivers()
    expect(receivers.capacityOfWorkspace(firstLane, 1)).toBe(48)
    expect(receivers.capacityOfWorkspace(retryLane, 1)).toBe(8)
    receivers.begin(attempt)
    receivers.begin({ ...attempt, lane: retryLane })
    expect([
      receivers.capacityOfWorkspace(firstLane, 1),
      receivers.capacityOfWorkspace(retryLane, 1),
    ]).toEqual([47, 7])
    expect([receivers.capacityOfLane(firstLane), receivers.capacityOfLane(retryLane)]).toEqual([191, 63])
    receivers.release(attempt)
    expect(receivers.capacityOfWorkspace(firstLane, 1)).toBe(48)
  })

  test('have capacity again once they answered, their lane once the outcome is written', () => {
    const receivers = new Receivers()
    receivers.begin(attempt)
    receivers.release(attempt)
    expect([receivers.capacityOfWebhook(7, 0), receivers.capacityOfLane(firstLane)]).toEqual([4, 191])
    receivers.end(attempt)
    expect(receivers.capacityOfLane(firstLane)).toBe(192)
  })

  test('are forgotten when there are more than ten thousand', () => {
    const receivers = new Receivers()
    for (let webhookId = 1; webhookId <= 10_002; webhookId++) {
      receivers.learn({ ...outcome(false), webhookId }, 0)
      receivers.begin({ ...attempt, webhookId })
      if (webhookId !== 1) receivers.release({ ...attempt, webhookId })
    }
    expect([1, 2, 3, 10_002].map((id) => receivers.capacityOfWebhook(id, 0))).toEqual([0, 4, 4, 1])
  })
})

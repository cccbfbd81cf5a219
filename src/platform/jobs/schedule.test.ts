import { afterEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { defineJob } from './job.ts'
import { cronItems } from './schedule.ts'

afterEach(() => void vi.useRealTimers())

const sweep = (name: string, every: string) =>
  defineJob({ name, input: z.object({}), every, attemptsMax: 3, run: () => Promise.resolve() })

function digest(text: string) {
  const time = new Date(text)
  return {
    min: time.getUTCMinutes(),
    hour: time.getUTCHours(),
    date: time.getUTCDate(),
    month: time.getUTCMonth() + 1,
    dow: time.getUTCDay(),
  }
}

describe('cronItems', () => {
  test('are made of the jobs that come back', () => {
    const once = defineJob({
      name: 'once',
      input: z.object({}),
      attemptsMax: 1,
      run: () => Promise.resolve(),
    })
    expect(cronItems([once, sweep('sweep', '*/5 * * * *')]).map(({ task }) => task)).toEqual(['sweep'])
  })

  test('have one run waiting and one running, and make up for a missed day', () => {
    const [often, daily] = cronItems([sweep('often', '*/5 * * * *'), sweep('daily', '0 3 * * *')])
    expect(often?.options).toMatchObject({
      jobKey: 'every:often',
      queueName: 'often',
      maxAttempts: 3,
      backfillPeriod: 0,
    })
    vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z'), toFake: ['Date'] })
    expect(cronItems([sweep('daily', '0 3 * * *')])[0]?.options.backfillPeriod).toBe(86_400_000)
    expect(daily?.options.jobKey).toBe('every:daily')
  })

  test('match minutes of the last hour or day and none before, also across the turn of the year', () => {
    vi.useFakeTimers({ now: new Date('2026-01-01T00:30:30Z'), toFake: ['Date'] })
    const [often, daily] = cronItems([sweep('often', '*/5 * * * *'), sweep('daily', '0 3 * * *')])
    expect(often?.match(digest('2026-01-01T00:30:00Z'))).toBe(true)
    expect(often?.match(digest('2026-01-01T00:29:00Z'))).toBe(false)
    expect(often?.match(digest('2025-12-31T23:35:00Z'))).toBe(true)
    expect(often?.match(digest('2025-12-31T23:25:00Z'))).toBe(false)
    expect(often?.match(digest('2025-12-02T00:30:00Z'))).toBe(false)
    expect(daily?.match(digest('2025-12-31T03:00:00Z'))).toBe(true)
    expect(daily?.match(digest('2025-12-30T03:00:00Z'))).toBe(false)
  })

  test('refuse an expression that is none', () => {
    expect(() => cronItems([sweep('sweep', 'every day')])).toThrow()
  })
})

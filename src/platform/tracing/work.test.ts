import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineJob } from '../jobs/job.ts'
import { defineLoop } from '../jobs/loop.ts'
import type { Context } from '../../api/context.ts'
import { startCollector } from './collector.testing.ts'
import { open } from './spans.testing.ts'

describe('a job', () => {
  const job = defineJob({
    name: 'count-drawers',
    input: z.object({ drawers: z.number() }),
    attemptsMax: 1,
    run: ({ drawers }) =>
      drawers > 0 ? Promise.resolve() : Promise.reject(new RangeError('Ann has no drawers')),
  })

  test('is a span of its own, and an error tells its class alone', async () => {
    await using collector = await startCollector()
    const tracing = await open({ url: collector.url })
    const traced = tracing.traceJob(job)
    expect(traced).toMatchObject({ name: 'count-drawers', attemptsMax: 1 })
    await traced.run({ drawers: 4 }, {} as Context)
    await expect(traced.run({ drawers: 0 }, {} as Context)).rejects.toThrow('Ann has no drawers')
    await tracing.close()
    const attributes = { 'bureau.job': 'count-drawers' }
    expect(collector.spans).toMatchObject([
      { name: 'job count-drawers', kind: 1, status: 0, attributes },
      { name: 'job count-drawers', status: 2, attributes: { ...attributes, 'error.type': 'RangeError' } },
    ])
    expect(collector.texts.join()).not.toContain('Ann')
  })
})

describe('a loop', () => {
  test('has a span for each run, and an error tells its class alone', async () => {
    await using collector = await startCollector()
    const tracing = await open({ url: collector.url })
    let drawers = 4
    const run = () =>
      drawers-- > 3 ? Promise.resolve(7) : Promise.reject(new RangeError('Ann has no drawers'))
    const traced = tracing.traceLoop(defineLoop({ name: 'count-drawers', pauseMsMax: 9, run }))
    expect(traced).toMatchObject({ name: 'count-drawers', pauseMsMax: 9 })
    expect(await traced.run({} as Context)).toBe(7)
    await expect(traced.run({} as Context)).rejects.toThrow('Ann has no drawers')
    await tracing.close()
    const attributes = { 'bureau.loop': 'count-drawers' }
    expect(collector.spans).toMatchObject([
      { name: 'loop count-drawers', kind: 1, status: 0, attributes },
      { name: 'loop count-drawers', status: 2, attributes: { ...attributes, 'error.type': 'RangeError' } },
    ])
    expect(collector.texts.join()).not.toContain('Ann')
  })
})

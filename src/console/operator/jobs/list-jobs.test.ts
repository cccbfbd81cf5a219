import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { operator, pageOfList } from '../operator.testing.ts'
import { addJob } from './jobs.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

interface Job {
  readonly id: number
  readonly state: string
}

describe('listJobs', () => {
  test('has names, states, and errors, newest first, and never what a job is about', async () => {
    const failed = await addJob(app, { failed: true })
    const running = await addJob(app, { running: true })
    const waiting = await addJob(app, {})
    const { data } = await pageOfList<Job>(browser, '/operator/jobs')
    expect(data.map(({ id, state }) => [id, state])).toEqual([
      [waiting, 'waiting'],
      [running, 'running'],
      [failed, 'failed'],
    ])
    expect(data[2]).toEqual({
      id: failed,
      name: 'test-job',
      state: 'failed',
      attempts: 3,
      attempts_max: 3,
      run_at: expect.any(String) as string,
      created_at: expect.any(String) as string,
      error: 'It did not work.',
    })
    const answer = await browser.call('GET', '/operator/jobs')
    expect(answer.text).not.toContain('of a tenant')
    const only = await pageOfList<Job>(browser, '/operator/jobs?state=failed')
    expect(only.data.map(({ id }) => id)).toEqual([failed])
    const page = await pageOfList<Job>(browser, `/operator/jobs?limit=1&before=${waiting}`)
    expect([page.data.map(({ id }) => id), page.meta]).toEqual([[running], { next_before: running }])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../../../test/harness.ts'
import type { Browser } from '../../console.testing.ts'
import { doneBy, operator, pageOfList } from '../operator.testing.ts'
import { addJob } from './jobs.testing.ts'

let app: TestApp
let browser: Browser
beforeAll(async () => {
  app = await testApp()
  browser = await operator(app)
})
afterAll(() => app.close())

describe('retryJob', () => {
  test('lets a job that failed run again with all of its attempts, and is audited', async () => {
    const id = await addJob(app, { failed: true })
    const answer = await browser.call('POST', `/operator/jobs/${id}/retry`)
    expect([answer.status, answer.body]).toMatchObject([202, { data: { id } }])
    const { data } = await pageOfList<object>(browser, '/operator/jobs')
    expect(data[0]).toMatchObject({
      id,
      state: 'waiting',
      attempts: 0,
      run_at: app.clock.now().toISOString(),
    })
    expect(await doneBy(app, browser)).toEqual([`job.retry job:${id}`])
  })

  test('is job_running while it runs, and job_not_found when it is done', async () => {
    const id = await addJob(app, { running: true })
    expect(await browser.refusal('POST', `/operator/jobs/${id}/retry`)).toEqual([409, 'job_running'])
    for (const gone of [99_999_999, 'x'])
      expect(await browser.refusal('POST', `/operator/jobs/${gone}/retry`)).toEqual([404, 'job_not_found'])
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { filesClient } from '../../../test/files-client.ts'
import type { TestApp } from '../../../test/harness.ts'
import { newPhone, simulatorNumber, smsCaller } from '../../../test/sms-account.ts'
import { addWebhook, deliveringApp, happen, receiver } from '../../webhooks/delivery/receiver.testing.ts'
import { logIn } from '../console.testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await deliveringApp()
  await simulatorNumber(app)
})
afterAll(() => app.close())

const nothing = { uploaded: false, texted: false, heard: false }

describe('getFirstSteps', () => {
  test('turns with an upload and a text by a key, for every member of the workspace and of no other', async () => {
    const tenant = await app.tenant()
    const member = await logIn(app, (await app.member(tenant.workspaceId, 'member')).id)
    const path = `/workspaces/${tenant.workspaceId}/first-steps`
    expect(await member.data('GET', path)).toEqual(nothing)
    await filesClient(app, (await tenant.key('files')).key).file('Hello', 'hello.txt')
    expect(await member.data('GET', path)).toEqual({ ...nothing, uploaded: true })
    await smsCaller(app, (await tenant.key('sms')).key).send({ to: newPhone(), body: 'Hello' })
    expect(await member.data('GET', path)).toEqual({ ...nothing, uploaded: true, texted: true })
    const owner = await logIn(app, tenant.userId)
    expect(await owner.data('GET', `/workspaces/${tenant.personalId}/first-steps`)).toEqual(nothing)
  })

  test('turns when a webhook takes an event', async () => {
    const tenant = await app.tenant()
    const owner = await logIn(app, tenant.userId)
    const path = `/workspaces/${tenant.workspaceId}/first-steps`
    await using hook = await receiver()
    await addWebhook(app, tenant, `https://hooks.test:${hook.port}/in`)
    expect(await owner.data('GET', path)).toEqual(nothing)
    await happen(app, tenant.workspaceId)
    await expect.poll(() => owner.data('GET', path)).toEqual({ ...nothing, heard: true })
  })
})

import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { messageOf } from './message.ts'

const secret = '8f3a1c5e7b9d2f4a6c8e0b1d3f5a7c9e8f3a1c5e7b9d2f4a6c8e0b1d3f5a7c9e'
const event = { id: 41, event: 'file.created', workspaceId: 18, data: '{"name": "Grüße"}' }
const at = new Date('2026-11-21T10:00:00.250Z')

describe('the message of an attempt', () => {
  test('has event, workspace, time of the attempt and data, and every header', () => {
    const { headers, body } = messageOf(event, secret, at)
    expect(JSON.parse(body)).toEqual({
      event: 'file.created',
      workspace_id: 18,
      timestamp: '2026-11-21T10:00:00.250Z',
      data: { name: 'Grüße' },
    })
    expect(headers).toMatchObject({
      'Content-Type': 'application/json',
      'User-Agent': 'Bureau-Webhooks/1.0',
      'X-Service-Event': 'file.created',
      'X-Service-Delivery': '41',
      'X-Service-Signature': createHmac('sha256', secret).update(body).digest('hex'),
    })
  })

  test('has a fresh timestamp and signature on each attempt, with the same id', () => {
    const [first, retry] = [
      messageOf(event, secret, at),
      messageOf(event, secret, new Date(at.getTime() + 60_000)),
    ]
    expect(retry.body).not.toBe(first.body)
    expect(retry.headers['X-Service-Signature']).not.toBe(first.headers['X-Service-Signature'])
    expect(retry.headers['X-Service-Delivery']).toBe(first.headers['X-Service-Delivery'])
  })

  test('says in its body that it is a test, under the signature', () => {
    const { headers, body } = messageOf({ ...event, test: true }, secret, at)
    expect(JSON.parse(body)).toMatchObject({ event: 'file.created', test: true, data: { name: 'Grüße' } })
    expect(headers['X-Service-Signature']).toBe(createHmac('sha256', secret).update(body).digest('hex'))
    expect(JSON.parse(messageOf({ ...event, test: false }, secret, at).body)).not.toHaveProperty('test')
  })

  test('is a Standard Webhook, for a library that is given the secret as whsec_ and base64', () => {
    const { headers, body } = messageOf(event, secret, at)
    const given = `whsec_${Buffer.from(secret).toString('base64')}`
    const key = Buffer.from(given.slice('whsec_'.length), 'base64')
    const seconds = Math.floor(at.getTime() / 1000)
    const signed = createHmac('sha256', key).update(`41.${seconds}.${body}`).digest('base64')
    expect(headers).toMatchObject({
      'Webhook-Id': '41',
      'Webhook-Timestamp': String(seconds),
      'Webhook-Signature': `v1,${signed}`,
    })
  })
})

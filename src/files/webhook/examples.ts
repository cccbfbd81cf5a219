import type { ExampleStep } from '../../api/example.ts'
import type { Webhook } from '../../webhooks/webhook/model.ts'

export const oneWebhook: ExampleStep = {
  variable: 'WEBHOOK_ID',
  operation: 'createWebhook',
  path: '.data.webhook.id',
}

export const exampleWebhook: Webhook = {
  id: 1,
  workspace_id: 18,
  name: 'Archive',
  url: 'https://example.com/bureau',
  events: ['file.created', 'file.deleted'],
  active: true,
  last_status: null,
  last_delivered_at: null,
  last_error: null,
  created_at: '2026-11-21 10:00:00',
}

import { expect, test } from 'vitest'
import { crash } from '../bench/webhooks/crash.ts'

test(
  'kill -9 in the middle of deliveries: every receiver has every event, and the table agrees',
  { timeout: 120_000 },
  async () => {
    const { rows, arrived, disagreeing } = await crash(300, 2)
    expect({ rows, arrived, disagreeing }).toEqual({ rows: { delivered: 600 }, arrived: 600, disagreeing: 0 })
  },
)

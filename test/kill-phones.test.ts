import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeData } from './server.ts'
import { phoneStorm } from './phone-storm.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'bureau-storm-'))
})
afterAll(() => removeData(dataDir))

describe('kill -9 while phones send', () => {
  test('loses no message, sends none twice, and keeps the ledger exact', { timeout: 180_000 }, async () => {
    const messages = 200
    const counts = await phoneStorm({ dataDir, messages, phones: 6, killEverySent: 60, killsMax: 2 })
    expect(counts).toMatchObject({
      kills: 2,
      accepted: messages,
      delivered: messages,
      lost: 0,
      sentTwice: 0,
      invented: 0,
      miscounted: 0,
      mischargedMicros: 0,
    })
  })
})

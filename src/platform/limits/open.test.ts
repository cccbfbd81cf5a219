import { expect, test } from 'vitest'
import { testClock, testDatabase } from '../../../test/database.ts'
import { OperatorError } from '../operator-error.ts'
import { perMinute, recordingLog } from './counter-store.contract.ts'
import { openCounters } from './open.ts'
import { redisMissing, startRedis } from './redis-server.testing.ts'

const clock = testClock('2031-05-01T12:00:00.000Z')
const { log } = recordingLog()

test('counters are in the process without the address of a Redis', async () => {
  const { database, close } = await testDatabase()
  const counters = await openCounters({ database, clock, log })
  expect((await counters.take([perMinute(2)])).states[0]?.remaining).toBe(1)
  await counters.close()
  const next = await openCounters({ database, clock, log })
  expect((await next.take([perMinute(2)])).states[0]?.remaining).toBe(0)
  await next.close()
  await close()
})

test.skipIf(redisMissing)(
  'counters are in the Redis whose address is given, and a start without it fails',
  async () => {
    const { database, close } = await testDatabase()
    const server = await startRedis()
    const counters = await openCounters({ redisUrl: server.url, database, clock, log })
    expect((await counters.take([perMinute(2)])).states[0]?.remaining).toBe(1)
    await counters.close()
    await server.kill()
    const failing = openCounters({ redisUrl: server.url, database, clock, log })
    await expect(failing).rejects.toBeInstanceOf(OperatorError)
    await expect(failing).rejects.toThrow('Redis cannot be reached. Check REDIS_URL.')
    await close()
  },
  15_000,
)

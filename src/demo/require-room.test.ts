import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '../../test/harness.ts'
import { findDemo } from '../identity/demo/store.ts'
import { addNumber } from '../sms/inventory/add-number.ts'
import { firstPersonOf, rowCounts } from './demo.testing.ts'
import { requireRoomForDemo } from './require-room.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('room for the demo', () => {
  test('is on an installation without people, and with the first person and their keys', async () => {
    expect(await requireRoomForDemo(app.context)).toBe(true)
    await firstPersonOf(app.context)
    const pool = { phone: '+12025550100', carrier: 'simulator', assignment: { pool: true } } as const
    await addNumber(app.context, pool)
    expect(await requireRoomForDemo(app.context)).toBe(true)
  })

  test('is refused once there is an organization, and nothing changes', async () => {
    await app.tenant()
    const before = await rowCounts(app.context.database)
    await expect(requireRoomForDemo(app.context)).rejects.toThrow(
      'This installation has data, and --demo is for a new one.',
    )
    expect(await rowCounts(app.context.database)).toEqual(before)
    expect(await findDemo(app.context.database)).toBeUndefined()
  })
})

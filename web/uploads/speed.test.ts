import { expect, test } from 'vitest'
import { speedMeter } from './speed.ts'

test('speed is unknown at first, then that of the last ten seconds', () => {
  const meter = speedMeter()
  expect(meter.read(0)).toBeUndefined()
  for (let ms = 0; ms <= 5000; ms += 500) meter.add(ms, 1000)
  expect(meter.read(900)).toBeUndefined()
  expect(meter.read(5000)).toBe(2000)
  for (let ms = 5500; ms <= 20_000; ms += 500) meter.add(ms, 4000)
  expect(meter.read(20_000)).toBe(8000)
})

test('speed sinks while nothing moves, and ends with the window', () => {
  const meter = speedMeter()
  for (let ms = 0; ms <= 2000; ms += 1000) meter.add(ms, 1000)
  expect(meter.read(2000)).toBe(1000)
  expect(meter.read(4000)).toBe(500)
  expect(meter.read(60_000)).toBeUndefined()
})

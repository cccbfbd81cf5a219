import { expect, test } from 'vitest'
import { keyedFlights, nextFlight, singleFlight } from './single-flight.ts'

test('concurrent calls share one run and its result, failures included', async () => {
  let runs = 0
  const call = singleFlight(() => Promise.resolve(++runs))
  expect(await Promise.all([call(), call(), call()])).toEqual([1, 1, 1])
  expect(await call()).toBe(2)
  const failing = singleFlight(() => Promise.reject(new Error(`run ${++runs}`)))
  const failures = await Promise.allSettled([failing(), failing()])
  expect(failures.map((each) => each.status === 'rejected' && String(each.reason))).toEqual([
    'Error: run 3',
    'Error: run 3',
  ])
  await expect(failing()).rejects.toThrow('run 4')
})

test('calls during a run share the next one, also after a failure', async () => {
  const runs: PromiseWithResolvers<void>[] = []
  const call = nextFlight(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  const first = call()
  const others = [call(), call()]
  expect(runs).toHaveLength(1)
  runs[0]?.reject(new Error('failed'))
  await expect(first).rejects.toThrow('failed')
  await expect.poll(() => runs.length).toBe(2)
  runs[1]?.resolve()
  await Promise.all(others)
  expect(runs).toHaveLength(2)
})

test('keys that are loading are not loaded again', async () => {
  const loads: (readonly string[])[] = []
  const load = keyedFlights(String, async (keys: readonly string[]) => {
    loads.push(keys)
    await Promise.resolve()
  })
  await Promise.all([load(['a', 'b']), load(['b', 'c']), load([])])
  await load(['b'])
  expect(loads).toEqual([['a', 'b'], ['c'], ['b']])
})

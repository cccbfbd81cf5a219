import { describe, expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

/** A task whose end is in the hand of the test. */
function task(name: string, started: string[]) {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  return {
    end: () => resolve(name),
    fail: () => reject(new Error(name)),
    run: () => {
      started.push(name)
      return promise
    },
  }
}

const three = () => {
  const started: string[] = []
  const [a, b, c] = ['a', 'b', 'c'].map((name) => task(name, started)) as [
    ReturnType<typeof task>,
    ReturnType<typeof task>,
    ReturnType<typeof task>,
  ]
  return { started, a, b, c, runs: [a.run, b.run, c.run] }
}

describe('tasks in order', () => {
  test('give their results in their order, whichever ends first', async () => {
    const { a, b, c, runs } = three()
    c.end()
    b.end()
    setImmediate(a.end)
    const results: string[] = []
    for await (const result of inOrder(runs, 3)) results.push(result)
    expect(results).toEqual(['a', 'b', 'c'])
  })

  test('run a few at once and no more', async () => {
    const { a, b, c, runs, started } = three()
    const results = inOrder(runs, 2)
    const first = results.next()
    a.end()
    expect(await first).toEqual({ done: false, value: 'a' })
    expect(started).toEqual(['a', 'b'])
    b.end()
    c.end()
    expect(await results.next()).toEqual({ done: false, value: 'b' })
    expect(await results.next()).toEqual({ done: false, value: 'c' })
    expect(await results.next()).toEqual({ done: true, value: undefined })
  })

  test('end with the first failure, when what runs beside has ended', async () => {
    const { a, b, c, runs } = three()
    a.fail()
    b.fail()
    const results = inOrder(runs, 3)
    const failed = results.next()
    let settled = false
    failed.catch(() => undefined).finally(() => (settled = true))
    await new Promise(setImmediate)
    expect(settled).toBe(false)
    c.end()
    await expect(failed).rejects.toThrow('a')
  })

  test('end the source of tasks when the reader stops', async () => {
    let closed = false
    async function* endless() {
      try {
        for (;;) yield () => Promise.resolve('again')
      } finally {
        closed = true
      }
    }
    for await (const result of inOrder(endless(), 4)) {
      expect(result).toBe('again')
      break
    }
    expect(closed).toBe(true)
  })
})

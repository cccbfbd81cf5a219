import { setImmediate as turn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { monotonicMs } from '../clock.ts'
import { Arrivals } from './arrivals.ts'

/** Requests by name, each of the parties that are given, and the turns of the event loop in which they began. */
function queue() {
  const arrivals = new Arrivals()
  const begun: string[][] = [[]]
  return {
    begun,
    come: (name: string, ...parties: string[]) =>
      arrivals.admit(
        () => parties,
        () => void begun.at(-1)?.push(name),
      ),
    next: async () => {
      begun.push([])
      await turn()
    },
  }
}

describe('requests that arrive', () => {
  test('begin at once as long as they are few', () => {
    const { begun, come } = queue()
    for (let at = 0; at < 16; at++) come(`a${at}`, 'a')
    expect(begun.flat()).toHaveLength(16)
  })

  test('begin four in a turn of the event loop when they are a thousand, sixteen when few are left', async () => {
    const { begun, come, next } = queue()
    for (let at = 0; at < 1000; at++) come(`a${at}`, 'a')
    while (begun.flat().length < 1000) await next()
    const counts = begun.map(({ length }) => length).filter((length) => length > 0)
    expect(counts).toEqual([16, ...Array.from({ length: 230 }, () => 4), 16, 16, 16, 16])
    expect(new Set(begun.flat()).size).toBe(1000)
  })

  test('of somebody with few go before those of somebody with many, who keep their order', async () => {
    const { begun, come, next } = queue()
    for (let at = 0; at < 100; at++) come(`a${at}`, 'a')
    await next()
    for (const name of ['b0', 'b1']) come(name, 'b')
    for (let at = 100; at < 110; at++) come(`a${at}`, 'a')
    await next()
    expect(begun.at(-1)?.filter((name) => name.startsWith('b'))).toEqual(['b0', 'b1'])
    while (begun.flat().length < 112) await next()
    const late = begun.flat().filter((name) => name.startsWith('a') && Number(name.slice(1)) >= 40)
    expect(late).toEqual(Array.from({ length: 70 }, (_, at) => `a${at + 40}`))
  })

  test('count for each of their parties: a thousand addresses at one page are one party', async () => {
    const { begun, come, next } = queue()
    for (let at = 0; at < 100; at++) come(`a${at}`, `address ${at}`, '/login')
    await next()
    come('b', 'address b', '/sl/b')
    await next()
    expect(begun.at(-1)).toContain('b')
  })

  test('of a crowd leave half of the thread at rest while others call too', async () => {
    const arrivals = new Arrivals()
    const { all, workedMs } = crowd(arrivals, 100)
    const others = setInterval(() => {
      arrivals.admit(
        () => ['b'],
        () => {},
      )
    }, 1)
    const startedMs = monotonicMs()
    await all
    clearInterval(others)
    // The first of them begin before anybody else calls.
    expect(monotonicMs() - startedMs).toBeGreaterThan(1.3 * workedMs())
  })

  test('of a crowd have all of the thread while nobody else calls', async () => {
    const { all } = crowd(new Arrivals(), 100)
    const over = all.then(() => true)
    let turns = 0
    for (let isOver = false; !isOver; turns += 1) isOver = await Promise.race([over, turn(false)])
    // Sixteen at once, four in each of nine turns, and sixteen again in the last ones.
    expect(turns).toBeLessThan(20)
  })
})

/** So many requests of one party, each of which works for a millisecond. */
function crowd(arrivals: Arrivals, count: number) {
  const all = Promise.withResolvers<void>()
  let begun = 0
  let workedMs = 0
  const work = () => {
    const startedMs = monotonicMs()
    while (monotonicMs() - startedMs < 1);
    workedMs += monotonicMs() - startedMs
    begun += 1
    if (begun === count) all.resolve()
  }
  for (let at = 0; at < count; at++) arrivals.admit(() => ['a'], work)
  return { all: all.promise, workedMs: () => workedMs }
}

import { setImmediate as nextTick } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { AdmissionQueue } from './admission-queue.ts'

/** Requests by name, each with its flow keys, and the turns of the event loop in which they started. */
function open() {
  const queue = new AdmissionQueue()
  const started: string[][] = [[]]
  return {
    started,
    admit: (name: string, ...flowKeys: string[]) =>
      queue.admit(
        () => flowKeys,
        () => void started.at(-1)?.push(name),
      ),
    next: async () => {
      started.push([])
      await nextTick()
    },
  }
}

describe('the admission queue', () => {
  test('starts a few requests at once', () => {
    const { started, admit } = open()
    for (let at = 0; at < 16; at++) admit(`a${at}`, 'a')
    expect(started.flat()).toHaveLength(16)
  })

  test('starts sixteen requests in each turn of the event loop while any wait', async () => {
    const { started, admit, next } = open()
    for (let at = 0; at < 1000; at++) admit(`a${at}`, 'a')
    while (started.flat().length < 1000) await next()
    const counts = started.map(({ length }) => length)
    expect(counts).toEqual([...Array.from({ length: 62 }, () => 16), 8])
    expect(new Set(started.flat()).size).toBe(1000)
  })

  test('leaves no turn idle while requests of many flows wait', async () => {
    const { started, admit, next } = open()
    for (let at = 0; at < 400; at++) admit(`k${at}`, `key ${at % 12}`)
    while (started.flat().length < 400) await next()
    expect(started).toHaveLength(25)
  })

  test('starts requests of a flow with few before those of a flow with many, each flow in order', async () => {
    const { started, admit, next } = open()
    for (let at = 0; at < 100; at++) admit(`a${at}`, 'a')
    await next()
    for (const name of ['b0', 'b1']) admit(name, 'b')
    for (let at = 100; at < 110; at++) admit(`a${at}`, 'a')
    await next()
    expect(started.at(-1)?.filter((name) => name.startsWith('b'))).toEqual(['b0', 'b1'])
    while (started.flat().length < 112) await next()
    const late = started.flat().filter((name) => name.startsWith('a') && Number(name.slice(1)) >= 50)
    expect(late).toEqual(Array.from({ length: 60 }, (_, at) => `a${at + 50}`))
  })

  test('starts each request within as many rounds as its flow had waiting, however many others arrive', async () => {
    const { started, admit, next } = open()
    for (let at = 0; at < 16; at++) admit(`first ${at}`, 'a')
    for (let at = 0; at < 4; at++) admit(`a${at}`, 'a')
    for (let tick = 0; tick < 20; tick++) {
      // Clients that call again as soon as they are answered.
      for (let at = 0; at < 32; at++) admit(`k${at} at ${tick}`, `key ${at}`)
      await next()
    }
    const startedAt = (name: string) => started.findIndex((names) => names.includes(name))
    expect(['a0', 'a1', 'a2', 'a3'].map(startedAt)).toEqual([1, 3, 5, 7])
  })

  test('counts a request for each of its flow keys: a thousand addresses at one page are one flow', async () => {
    const { started, admit, next } = open()
    for (let at = 0; at < 100; at++) admit(`a${at}`, `address ${at}`, '/login')
    await next()
    admit('b', 'address b', '/sl/b')
    await next()
    expect(started.at(-1)).toContain('b')
  })
})

import { describe, expect, test } from 'vitest'
import { BodyMemory } from './body-memory.ts'

/** Opens rooms and notes which of them were refused. */
function open(limits = { bytesMax: 100, networkBytesMax: 60 }) {
  const memory = new BodyMemory(limits)
  const refused: string[] = []
  const room = (name: string, address: string) => memory.from(address)(() => void refused.push(name))
  return { memory, refused, room }
}

describe('memory of bodies', () => {
  test('is bounded for a network, which an IPv6 /64 is', () => {
    const { memory, refused, room } = open()
    room('first', '2001:db8::1').take(60)
    const second = room('second', '2001:db8::2')
    second.take(1)
    room('third', '2001:db8:0:1::1').take(40)
    expect([refused, memory.bytes]).toEqual([['second'], 100])
  })

  test('is taken from the network that holds most when all is taken', () => {
    const { memory, refused, room } = open()
    for (const name of ['a1', 'a2', 'a3']) room(name, '192.0.2.1').take(15)
    for (const name of ['b1', 'b2']) room(name, '192.0.2.2').take(20)
    room('c', '192.0.2.3').take(16)
    expect([refused, memory.bytes]).toEqual([['a1'], 86])
    for (let at = 0; at < 60; at++) room(`d${at}`, `198.51.100.${at}`).take(1)
    expect(refused).toEqual(['a1', 'b1', 'a2', 'b2'])
  })

  test('is given back once, by a body that is complete and by one that was refused', () => {
    const { memory, refused, room } = open()
    const [kept, large] = [room('kept', '192.0.2.1'), room('large', '192.0.2.1')]
    kept.take(10)
    large.take(60)
    large.take(60)
    large.free()
    expect([refused, memory.bytes]).toEqual([['large'], 10])
    kept.free()
    kept.free()
    kept.take(5)
    expect(memory.bytes).toBe(0)
  })
})

import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { jsonString, listWriter } from './json-writer.ts'

describe('a list that is written', () => {
  const list = z.array(z.object({ id: z.int(), name: z.string().nullable() }))

  test('has the fields that its schema declares, and no others', () => {
    const rows = [
      { id: '1', name: '"Ann"', secret: '"x"' },
      { name: 'null', id: '2' },
    ]
    const { schema, text } = listWriter(list)(rows)
    expect(text).toBe('[{"id":1,"name":"Ann"},{"id":2,"name":null}]')
    expect(schema).toBe(list)
    expect(listWriter(list)([]).text).toBe('[]')
  })
})

test.each(['', 'Ann', 'a"b', 'a\\b', '\n\u0000\u001F', '\u2028', 'é😀', 'half \uD83D of one'])(
  'the string %j is written as JSON writes it',
  (text) => expect(jsonString(text)).toBe(JSON.stringify(text)),
)

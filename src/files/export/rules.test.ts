import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isName } from '../item/rules.ts'
import { folderPath, markedName, plainName } from './rules.ts'

const id = '4fT9aZ0q'
const bytes = (text: string) => Buffer.byteLength(text)

describe('the name of an exported item', () => {
  test.each([
    'report.pdf',
    'Ärzte & Söhne (2).txt',
    '家族👨‍👩‍👧.jpg',
    'שלום.doc',
    '.hidden',
    'a~b.txt',
    'console.log',
    'com10',
    'x'.repeat(255),
  ])('stays: %j', (name) => expect(plainName(name)).toBe(name))

  test.each([
    ['a:b.txt', 'a_b~4fT9aZ0q.txt'],
    ['<x>|?*"', '_x_____~4fT9aZ0q'],
    ['CON', 'CON~4fT9aZ0q'],
    ['aux.tar.gz', 'aux.tar~4fT9aZ0q.gz'],
    ['com1 .txt', 'com1 ~4fT9aZ0q.txt'],
    ['ends with dots...', 'ends with dots___~4fT9aZ0q'],
    ['a ', 'a_~4fT9aZ0q'],
    ['..', '__~4fT9aZ0q'],
    ['invoice\u{202E}fdp.exe', 'invoice[U+202E]fdp~4fT9aZ0q.exe'],
    ['nul\u{0}byte', 'nul_byte~4fT9aZ0q'],
    ['a/b\\c', 'a_b_c~4fT9aZ0q'],
    // The name that another item may get.
    ['a~00000000.txt', 'a~00000000~4fT9aZ0q.txt'],
  ])('%j is made safe', (name, safe) => {
    expect(plainName(name)).toBeUndefined()
    expect(markedName(name, id)).toBe(safe)
  })

  test('keeps its extension when it is cut, and no half of a sign', () => {
    const name = `${'👨‍👩‍👧'.repeat(50)}.jpeg`
    expect(plainName(name)).toBeUndefined()
    const safe = markedName(name, id)
    expect(safe).toMatch(/^(?:👨‍👩‍👧)+~4fT9aZ0q\.jpeg$/u)
    expect(bytes(safe)).toBeLessThanOrEqual(255)
    expect(bytes(markedName('𝒜'.repeat(255), id))).toBeLessThanOrEqual(255)
  })

  test('of any name fits every file system, and two items never get the same', () => {
    const anyName = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 255 }).filter(isName)
    fc.assert(
      fc.property(anyName, anyName, (name, other) => {
        const names = [
          plainName(name) ?? markedName(name, id),
          plainName(other) ?? markedName(other, '00000000'),
        ]
        for (const each of names) {
          expect(bytes(each)).toBeLessThanOrEqual(255)
          expect(each).not.toMatch(/[<>:"|?*/\\\p{Cc}]|[. ]$/u)
          expect(each.isWellFormed()).toBe(true)
        }
        if (name !== other) expect(names[0]).not.toBe(names[1])
      }),
    )
  })
})

describe('the path of an exported folder', () => {
  test('begins anew when it would be too long', () => {
    expect(folderPath('files/a', 'b', id)).toBe('files/a/b')
    expect(folderPath(`files/${'x'.repeat(900)}`, 'y'.repeat(100), id)).toBe(`deep-folders/${id}`)
  })
})

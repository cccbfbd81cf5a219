import { describe, expect, test } from 'vitest'
import { addressesIn, isAddress, withAddresses } from './addresses.ts'

describe('addressesIn', () => {
  test.each([
    ['ann@example.com', ['ann@example.com']],
    [
      'ann@example.com,bob@example.com; cleo@example.com',
      ['ann@example.com', 'bob@example.com', 'cleo@example.com'],
    ],
    [
      'ann@example.com bob@example.com\ncleo@example.com\r\n',
      ['ann@example.com', 'bob@example.com', 'cleo@example.com'],
    ],
    ['Ann Lee <ann@example.com>, Bob <bob@example.com>', ['ann@example.com', 'bob@example.com']],
    ['"Lee, Ann" <ann@example.com>, bob@example.com', ['ann@example.com', 'bob@example.com']],
    ['Ann <ann@example.com> Bob <bob@example.com>', ['ann@example.com', 'bob@example.com']],
    ['mailto:ann@example.com', ['ann@example.com']],
    ['ann@example.com, , home', ['ann@example.com', 'home']],
    [' ,;\n', []],
  ])('finds those of %j', (text, addresses) => {
    expect(addressesIn(text)).toEqual(addresses)
  })
})

describe('isAddress', () => {
  test.each(['ann@example.com', 'ann+files@mail.example.co.uk', 'büro@müller.example', 'o’neil@example.ie'])(
    'takes %s',
    (text) => expect(isAddress(text)).toBe(true),
  )

  test.each([
    '',
    'ann',
    'ann@',
    '@example.com',
    'ann@example',
    'ann@@example.com',
    'ann@example..com',
    '.ann@example.com',
    'ann..lee@example.com',
    'ann@-example.com',
    'ann@10.0.0.1',
    'ann lee@example.com',
    `${'a'.repeat(250)}@example.com`,
  ])('refuses %j', (text) => expect(isAddress(text)).toBe(false))
})

test('withAddresses adds each address once, whatever its case', () => {
  expect(
    withAddresses(['ann@example.com'], ['ANN@example.com', 'bob@example.com', 'Bob@example.com']),
  ).toEqual(['ann@example.com', 'bob@example.com'])
})

import { describe, expect, test } from 'vitest'
import { shareWords } from './share.ts'

const plain = {
  sharer: 'Ann Lee',
  name: 'report.pdf',
  url: 'https://files.example.com/sl/AAAAAAAA',
  message: '',
  isLimited: false,
  hasPassword: false,
  expiresAt: undefined,
}

describe('an invitation', () => {
  test('is the name and the link', () => {
    expect(shareWords.invitation(plain)).toBe(
      'Ann Lee shares “report.pdf” with you:\nhttps://files.example.com/sl/AAAAAAAA',
    )
  })

  test('has the message, and says what the link asks for and how long it works', () => {
    const text = shareWords.invitation({
      ...plain,
      message: 'Comments by Monday.',
      isLimited: true,
      hasPassword: true,
      expiresAt: new Date('2031-05-04T10:30:00Z'),
    })
    const [, message, ...rest] = text.split('\n\n')
    expect(message).toBe('Comments by Monday.')
    expect(rest.join().split('\n')).toEqual([
      'Open the link and enter your e-mail address. You get a code by mail that opens it.',
      'You need a password, which I send you separately.',
      expect.stringMatching(/^The link works until May 4, 2031 at 1?\d:30 .+\.$/),
    ])
  })
})

test('addresses that are not valid are named, or counted where they are many', () => {
  expect(shareWords.invalid(['nobody'])).toBe('nobody is not an e-mail address. Correct or remove it.')
  expect(shareWords.invalid(['a', 'b'])).toBe('a and b are not e-mail addresses. Correct or remove them.')
  expect(shareWords.invalid(['a', 'b', 'c', 'd'])).toBe(
    '4 of them are not e-mail addresses. Correct or remove them.',
  )
})

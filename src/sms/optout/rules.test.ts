import { describe, expect, test } from 'vitest'
import { keywordOf } from './rules.ts'

describe('a keyword', () => {
  test.each([
    'STOP',
    'STOPALL',
    'UNSUBSCRIBE',
    'CANCEL',
    'END',
    'QUIT',
    'stop',
    ' Stop \n',
    'Stop.',
    '"stop"!',
  ])('%j asks to stop', (body) => expect(keywordOf(body)).toBe('stop'))

  test.each(['START', 'unstop', '\tStart '])('%j asks to start', (body) =>
    expect(keywordOf(body)).toBe('start'),
  )

  test.each(['HELP', 'help!'])('%j asks for help', (body) => expect(keywordOf(body)).toBe('help'))

  test.each(['', 'stop it', 'STOP ALL', 'please stop', 'ends', 'no', '???'])('%j is none', (body) =>
    expect(keywordOf(body)).toBeUndefined(),
  )
})

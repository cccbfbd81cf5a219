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
    '“Stop”',
    '¡stop!',
    '(stop)',
    'stop?',
    'STOP 🛑\u{FE0F}',
    '\u{200B}stop\u{A0}',
    'ＳＴＯＰ',
    'REVOKE',
    'optout',
    'Opt out',
    'opt-out.',
    'OPT\u{2011}OUT',
    'Opt–out',
    'opt — out',
    'opt\u{AD}out',
    'OPT_OUT',
    'stop\u{2212}all',
    'STOP ALL',
  ])('%j asks to stop', (body) => expect(keywordOf(body)).toBe('stop'))

  test.each(['START', 'unstop', '\tStart '])('%j asks to start', (body) =>
    expect(keywordOf(body)).toBe('start'),
  )

  test.each(['HELP', 'help!'])('%j asks for help', (body) => expect(keywordOf(body)).toBe('help'))

  test.each(['', 'stop it', 'stop out', 'please stop', 'ends', 'no', '???', 's t o p', 'yes'])(
    '%j is none',
    (body) => expect(keywordOf(body)).toBeUndefined(),
  )

  test('is found at once in a text of a megabyte of blanks, which is none', () => {
    const started = performance.now()
    expect(keywordOf(`a${' '.repeat(1024 * 1024)}a`)).toBeUndefined()
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

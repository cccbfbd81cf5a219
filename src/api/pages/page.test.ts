import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { refusedAs } from '../field.ts'
import { sample } from './pages.sample.ts'

const handle = (): Promise<never> => Promise.reject(new Error('A declaration is all there is.'))
const common = { who: 'nobody', problems: [], handle } as const

describe('a declaration that contradicts itself is refused when it is loaded', () => {
  test('with a scheme that the site does not have, which must not mean anyone', () => {
    for (const who of ['stranger', 'toString'])
      expect(() => sample.page('x', { ...common, who: who as 'holder', method: 'GET', path: '/x' })).toThrow(
        `x: no scheme is named ${who}`,
      )
  })

  test('with a form for GET', () => {
    expect(() => sample.page('x', { ...common, method: 'GET', path: '/x', form: z.object({}) })).toThrow(
      'x: only POST takes a form',
    )
  })

  test('with other parameters in the path than in the schema', () => {
    for (const path of ['/x/{b}', ['/x/{a}', '/x/{a}/{b}']] as const)
      expect(() =>
        sample.page('x', { ...common, method: 'GET', path, params: z.object({ a: z.string() }) }),
      ).toThrow('x: parameters of path and schema differ')
  })

  test('with a field that stands for a problem that is not declared', () => {
    const form = z.object({ word: refusedAs('short_word', z.string().optional()) })
    expect(() => sample.page('x', { ...common, method: 'POST', path: '/x', form })).toThrow(
      'x: a field is refused as short_word, which is not declared',
    )
  })
})

import { expect, test } from 'vitest'
import { capsOf, scopesOf as serverScopes } from '../../../src/identity/key/scopes.ts'
import { keyWords } from '../../words/words.ts'
import { services } from './filters.ts'
import { limitsOf, presetsOf, scopesOf } from './services.ts'

test.each(services)('the form offers the scopes of %s, in their order, with its limits', (service) => {
  expect(Object.keys(scopesOf(service))).toEqual([...serverScopes[service]])
  const { perMinute, perDay, ceiling: fixed } = capsOf[service]
  expect(limitsOf[service]).toEqual({ perMinute, perDay, fixed })
})

test.each(services)('presets of %s have scopes of the service, which have verbs', (service) => {
  for (const { scopes } of presetsOf[service])
    for (const scope of scopes) expect(Object.keys(scopesOf(service))).toContain(scope)
  expect(Object.keys(keyWords.verbs)).toEqual(expect.arrayContaining(Object.keys(scopesOf(service))))
})

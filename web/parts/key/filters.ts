import { keyWords } from '../../words/words.ts'
import type { Key } from './draft.ts'
import { services } from './services.ts'

type State = Key['state']

export interface KeyFilter {
  readonly service?: Key['service'] | undefined
  readonly state?: State | undefined
}

const states = Object.keys(keyWords.states) as readonly State[]

export const isService = (value: unknown): value is Key['service'] => services.some((each) => each === value)
export const isState = (value: unknown): value is State => states.some((each) => each === value)

const all = { value: 'all', label: keyWords.all } as const

export const serviceOptions = [
  all,
  ...services.map((value) => ({ value, label: keyWords.services[value] })),
] as const

export const stateOptions = [
  all,
  ...states.map((value) => ({ value, label: keyWords.states[value] })),
] as const

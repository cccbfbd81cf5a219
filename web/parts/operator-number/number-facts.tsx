import type { ReactNode } from 'react'
import { Copyable } from '../../ui/data/copyable.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Time } from '../../ui/data/time.tsx'
import { operatorNumberWords as words } from '../../words/words.ts'
import { NumberState } from '../number/number-state.tsx'
import { AssignedTo } from './columns.tsx'
import type { NumberDetails } from './number.ts'

export const NumberFacts = ({ number }: { readonly number: NumberDetails }) => <Facts of={factsOf(number)} />

type Fact = readonly [term: string, value: ReactNode] | undefined

const factsOf = (number: NumberDetails): readonly Fact[] => [
  [words.number, <Copyable key="number" text={number.number} what={words.number} />],
  [words.id, <Copyable key="id" text={String(number.id)} what={words.id} />],
  [words.state, <NumberState key="state" of={number} />],
  [words.assignedTo, <AssignedTo key="assigned" number={number} />],
  [words.carrier, words.carriers[number.carrier]],
  number.carrier === 'android' ? [words.lastSeen, <Time key="seen" at={number.last_seen_at} />] : undefined,
  [words.queued, words.queuedTexts(number.queued)],
  [words.added, <Time key="added" at={number.added_at} />],
]

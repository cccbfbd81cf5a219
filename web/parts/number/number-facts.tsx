import { Copyable } from '../../ui/data/copyable.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Time } from '../../ui/data/time.tsx'
import { numberWords as words } from '../../words/words.ts'
import { NumberState } from './number-state.tsx'
import { kindOf, type NumberDetails } from './numbers.ts'

export function NumberFacts({ number }: { readonly number: NumberDetails }) {
  const { facts, heads } = words
  return (
    <Facts
      of={[
        [heads.state, <NumberState key="state" of={number} />],
        [heads.number, <Copyable key="number" text={number.number} what={heads.number} />],
        [facts.kind, <Kind key="kind" of={number} />],
        number.phone ? [heads.lastSeen, <Time key="seen" at={number.last_seen_at} />] : undefined,
        [facts.waiting, words.counted(number.waiting)],
        [facts.handed, words.counted(number.handed)],
        [facts.added, <Time key="added" at={number.added_at} />],
        [facts.id, <Copyable key="id" text={String(number.id)} what={facts.id} />],
      ]}
    />
  )
}

const Kind = ({ of: number }: { readonly of: NumberDetails }) => (
  <>
    {kindOf(number)}
    {!number.dedicated && <p className="pencil">{words.poolNote}</p>}
  </>
)

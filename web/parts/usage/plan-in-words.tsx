import { usageWords as words } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import type { Usage } from './meters.tsx'

/** What the owner's plan allows. */
export function PlanInWords({ usage }: { readonly usage: Usage }) {
  const whose = useWorkspace().role === 'owner' ? words.yours : words.owners
  return (
    <section className="section">
      <h2>{words.plan}</h2>
      <div className="stack">
        {sentencesOf(usage, whose).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </div>
    </section>
  )
}

function sentencesOf({ plan, texts, metered, storage }: Usage, whose: string): readonly string[] {
  const size = storage.limit === null ? [] : [words.size(words.bytes(storage.limit))]
  if (!plan.active) return [words.inactive(whose), ...size]
  const includes = words.includes(whose, plan.services)
  if (!plan.services.includes('sms')) return [includes, ...size]
  const beyond = !plan.metering
    ? words.refusedBeyond
    : metered
      ? words.priced(metered.price, metered.cap)
      : words.meteredBeyond
  return [includes, `${words.allowance(texts.allowance)} ${beyond}`, ...size]
}

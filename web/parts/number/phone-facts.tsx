import { Facts } from '../../ui/data/facts.tsx'
import { Time } from '../../ui/data/time.tsx'
import { numberWords } from '../../words/words.ts'
import { batteryOf, type Phone, phoneName } from './numbers.ts'

const words = numberWords.phone

/** The clocks of phones are rarely exact. */
const clockSecondsMin = 60

export function PhoneFacts({ phone }: { readonly phone: Phone | null }) {
  if (!phone) return <p>{words.none}</p>
  const { network, sim, clock_ahead_seconds: ahead } = phone
  return (
    <Facts
      of={[
        [words.name, phoneName(phone)],
        [words.connected, <Time key="enrolled" at={phone.enrolled_at} />],
        [words.appVersion, phone.app_version ?? numberWords.unknown],
        [words.battery, batteryOf(phone)],
        [words.network, network === null ? numberWords.unknown : words.networks[network]],
        [words.sim, sim === null ? words.anySim : words.slot(sim)],
        Math.abs(ahead) >= clockSecondsMin ? [words.clock, words.ahead(ahead)] : undefined,
      ]}
    />
  )
}

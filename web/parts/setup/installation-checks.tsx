import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Button } from '../../ui/action/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { setupWords } from '../../words/words.ts'
import type { Session } from '../session/session.ts'
import { checks, type Check } from './checks.ts'
import styles from './setup.module.css'

const words = setupWords.checks

/** What may keep others from using the installation. Nothing here stops anyone from going on. */
export function InstallationChecks({ installation }: { readonly installation: Session['installation'] }) {
  const navigate = useNavigate()
  return (
    <>
      <PageHead title={words.title}>{words.intro}</PageHead>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <CheckRow key={check.name} check={check} installation={installation} />
        ))}
      </ul>
      <Button kind="filled" onClick={() => void navigate({ to: '/' })}>
        {words.continue}
      </Button>
    </>
  )
}

interface CheckRowProps {
  readonly check: Check
  readonly installation: Session['installation']
}

function CheckRow({ check: { name, run }, installation }: CheckRowProps) {
  const { data: finding } = useQuery({
    queryKey: [undefined, 'check', name],
    queryFn: ({ signal }) => run(installation, signal),
    gcTime: 0,
    staleTime: Infinity,
  })
  const [icon, tone, state] = finding
    ? finding.fine
      ? (['check', styles.fine, words.fine] as const)
      : (['alert', styles.look, words.look] as const)
    : (['clock', styles.running, words.running] as const)
  return (
    <li className={styles.check} aria-busy={!finding}>
      <span className={tone}>
        <Icon name={icon} />
      </span>
      <div>
        <h2 className={styles.name}>
          {name} <span className={tone}>{state}</span>
        </h2>
        <p className="pencil">{finding?.sentence}</p>
      </div>
    </li>
  )
}

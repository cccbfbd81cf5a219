import { useEffect, useState } from 'react'
import { Time } from '../../ui/data/time.tsx'
import { homeWords } from '../../words/words.ts'
import { useSession, useWorkspace } from '../session/session.ts'
import { onChange } from '../shell/live.ts'
import styles from './home.module.css'
import { isMarked, mark } from './remembered.ts'
import { StepCard } from './step-card.tsx'

const words = homeWords.events
const shownMax = 5

interface Happened {
  readonly number: number
  readonly what: string
  readonly at: string
}

const wordsOf = (topic: string): string =>
  (words.happened as Readonly<Record<string, string>>)[topic] ?? words.other

/** Done when a webhook took an event, or when one was shown here in this browser. */
export function EventsCard({ heard }: { readonly heard: boolean | undefined }) {
  const workspace = useWorkspace()
  const { gateway_url: gateway } = useSession().installation
  const { happened, watched } = useHappened(workspace.id)
  return (
    <StepCard
      title={words.title}
      sentence={words.sentence}
      done={heard === undefined ? undefined : heard || watched}
      service="files"
      call={{
        method: 'POST',
        url: `${gateway}/v1/files/webhooks`,
        body: { name: 'Mine', url: 'https://example.com/in', events: ['*'] },
      }}
    >
      <ol className={styles.events} aria-label={words.list} aria-live="polite">
        {happened.map(({ number, what, at }) => (
          <li key={number}>
            <span>{what}</span>
            <span className="small pencil">
              <Time at={at} />
            </span>
          </li>
        ))}
        {happened.length === 0 && <li className="pencil">{words.none}</li>}
      </ol>
    </StepCard>
  )
}

function useHappened(workspaceId: number) {
  const watchedKey = `bureau_heard_${workspaceId}`
  const [happened, setHappened] = useState<readonly Happened[]>([])
  useEffect(
    () =>
      onChange((signal) => {
        if (signal.kind !== 'changed' || signal.change.workspace_id !== workspaceId) return
        // It goes with files and texts.
        if (signal.change.topic === 'usage') return
        const what = wordsOf(signal.change.topic)
        const at = new Date().toISOString()
        mark(watchedKey, true)
        setHappened((before) =>
          [{ number: (before[0]?.number ?? 0) + 1, what, at }, ...before].slice(0, shownMax),
        )
      }),
    [workspaceId, watchedKey],
  )
  return { happened, watched: happened.length > 0 || isMarked(watchedKey) }
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call, type Data } from '../../api/call.ts'
import { invalidate, read } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Table, type Column } from '../../ui/data/table.tsx'
import { Time } from '../../ui/data/time.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { meWords } from '../../words/words.ts'
import { browserName } from './browser-name.ts'
import styles from './me.module.css'

const words = meWords.security

/** No event tells of new sessions. */
const refetchMs = 15_000

type Session = Data<'listSessions'>[number]

/** What ends, and shows a failure as a toast. */
async function end(work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await work()
    toast.say(done)
  } catch (error) {
    toast.fail(error)
  }
  await invalidate(undefined, 'session')
}

const endOne = ({ id }: Session) => end(() => call('endSession', { id }), words.sessionEnded)
const endOthers = () => end(() => call('endOtherSessions', {}), words.othersEnded)

const columns: readonly Column<Session>[] = [
  { head: words.browser, cell: ({ browser }) => <span title={browser}>{browserName(browser)}</span> },
  { head: words.address, cell: ({ address }) => address },
  { head: words.loggedIn, kind: 'short', cell: (session) => <Time at={session.created_at} /> },
  { head: words.lastSeen, kind: 'short', cell: (session) => <Time at={session.seen_at} /> },
  {
    head: words.session,
    kind: 'short',
    cell: (session) => (session.current ? words.thisBrowser : <EndButton of={session} />),
  },
]

/** The section with the table of sessions. */
export function Sessions() {
  const { data, error, refetch } = useQuery({ ...read('listSessions', {}), refetchInterval: refetchMs })
  const others = data?.filter(({ current }) => !current)
  return (
    <section className="section">
      <h2>{words.sessions}</h2>
      <div className={styles.head}>
        <p className="pencil">{words.sessionsNote}</p>
        <EndOthersButton reason={others?.length === 0 ? words.noOthers : undefined} />
      </div>
      {error && !data ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <Table name={words.sessions} columns={columns} rows={data} rowKey={({ id }) => id} />
      )}
    </section>
  )
}

function useBusy(work: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const run = (): void => {
    setBusy(true)
    void work().finally(() => setBusy(false))
  }
  return { busy, run }
}

function EndButton({ of: session }: { readonly of: Session }) {
  const { busy, run } = useBusy(() => endOne(session))
  return (
    <span className={styles.inRow}>
      <Button busy={busy} onClick={run}>
        {words.endSession}
      </Button>
    </span>
  )
}

function EndOthersButton({ reason }: { readonly reason: string | undefined }) {
  const { busy, run } = useBusy(endOthers)
  return (
    <Button busy={busy} onClick={run} disabledReason={reason}>
      {words.endAllOthers}
    </Button>
  )
}

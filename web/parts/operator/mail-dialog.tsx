import { useQuery } from '@tanstack/react-query'
import type { Data } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { CodeBlock } from '../../ui/data/code-block.tsx'
import { Status } from '../../ui/data/status.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Dialog, DialogActions } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { operatorWords } from '../../words/words.ts'
import { useSession } from '../session/session.ts'
import { changeNow } from './change.ts'
import { Facts } from '../../ui/data/facts.tsx'
import { againReason } from './mail-again.ts'
import styles from './operator.module.css'

const words = operatorWords.mail

interface MailDialogProps {
  readonly id: number | undefined
  readonly onClose: () => void
}

export function MailDialog({ id, onClose }: MailDialogProps) {
  // Each reading is audited, so it is read once.
  const mail = useQuery({
    ...read('getMail', { id: id ?? 0 }),
    enabled: id !== undefined,
    staleTime: Infinity,
    gcTime: 0,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog open={id !== undefined} onClose={onClose} title={mail.data?.subject ?? words.one} size="side">
      {mail.data ? (
        <Content mail={mail.data} />
      ) : mail.error ? (
        <ErrorPanel error={mail.error} onRetry={() => void mail.refetch()} />
      ) : (
        <Skeleton lines={12} />
      )}
    </Dialog>
  )
}

function Content({ mail }: { readonly mail: Data<'getMail'> }) {
  const { installation } = useSession()
  const { id, to, state, error, text, links } = mail
  return (
    <div className="stack">
      <Facts
        of={[
          [words.to, to],
          [operatorWords.state, <Status key="state" word={words.states[state]} />],
          ...(error === null ? [] : [[words.error, error] as const]),
          [operatorWords.created, <Time key="created" at={mail.created_at} />],
        ]}
      />
      {links?.map((link) => (
        <CodeBlock key={link} code={link} what={words.link} />
      ))}
      {text === null ? (
        <p className="pencil">{words.hidden}</p>
      ) : (
        <>
          <p className={styles.text}>{text.trimEnd()}</p>
          <p className="pencil small">{words.audited}</p>
        </>
      )}
      <DialogActions>
        <Button
          icon="send"
          disabledReason={againReason(installation.mail, state)}
          onClick={() => changeNow('resendMail', { id }, { topic: 'mail', said: words.resent(to) })}
        >
          {words.again}
        </Button>
      </DialogActions>
    </div>
  )
}

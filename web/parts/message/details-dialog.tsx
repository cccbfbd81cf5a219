import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Data } from '../../api/call.ts'
import { read } from '../../api/queries.ts'
import { Copyable } from '../../ui/data/copyable.tsx'
import { Curl } from '../../ui/data/curl.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { useLast } from '../../ui/use-last.ts'
import { grammar, messageWords } from '../../words/words.ts'
import { useSession } from '../session/session.ts'
import { displayOf } from './display.ts'
import styles from './details.module.css'
import { StatusNote, TextStatus } from './text-status.tsx'
import { useGroupNames } from './use-groups.ts'

const words = messageWords.details

type History = Data<'getMessageHistory'>

interface DetailsDialogProps {
  readonly workspace: number
  /** Of the text; undefined: closed. */
  readonly id: number | undefined
  readonly onClose: () => void
}

/** Everything that is known about a text. */
export function DetailsDialog({ workspace, id, onClose }: DetailsDialogProps) {
  const shown = useLast(id)
  return (
    <Dialog
      open={id !== undefined}
      onClose={onClose}
      title={shown === undefined ? words.title : words.of(shown)}
      size="side"
    >
      {shown !== undefined && <OneText workspace={workspace} id={shown} />}
    </Dialog>
  )
}

function OneText({ workspace, id }: { readonly workspace: number; readonly id: number }) {
  const history = useQuery(read('getMessageHistory', { workspace, id }))
  if (history.data) return <Details workspace={workspace} history={history.data} />
  if (history.error) return <ErrorPanel error={history.error} onRetry={() => void history.refetch()} />
  return <Skeleton lines={12} />
}

const timeFact = (term: string, at: string | null | undefined): readonly [string, ReactNode] | undefined =>
  at === null || at === undefined
    ? undefined
    : [
        term,
        <>
          {grammar.exactTime(new Date(at))} (<Time at={at} />)
        </>,
      ]

interface DetailsProps {
  readonly workspace: number
  readonly history: History
}

function Details({ workspace, history: { message, steps } }: DetailsProps) {
  const { sms_base_url: base } = useSession().installation
  const groupName = useGroupNames(workspace, [message])
  const { id, direction, phone, status, number, segments, error, group_id: groupId } = message
  return (
    <div className="stack">
      <p className={styles.body} dir="auto">
        {message.body}
      </p>
      <Facts
        of={[
          [words.id, <Copyable key="id" text={String(id)} what={words.id} />],
          [
            messageWords.search.status,
            <span key="status" className={styles.status}>
              <TextStatus text={message} /> <StatusNote text={message} />
            </span>,
          ],
          error ? [words.code, <code key="code">{error.code}</code>] : undefined,
          // The status says it already, unless it says it in other words.
          error && messageWords.reason(error).what !== error.message
            ? [words.reason, error.message]
            : undefined,
          [words.direction, words.directions[direction]],
          [words.phone, <Copyable key="phone" text={phone} what={words.phone} />],
          [words.number, number === null ? words.noNumber : displayOf(number)],
          [words.parts, grammar.number(segments)],
          message.client_ref === null
            ? undefined
            : [words.clientRef, <Copyable key="ref" text={message.client_ref} what={words.clientRef} />],
          groupId === null ? undefined : [words.group, groupName(groupId)],
          timeFact(words.created[direction], message.created_at),
          timeFact(words.sent, message.sent_at),
          timeFact(words.delivered, message.delivered_at),
          status === 'queued' || status === 'expired'
            ? timeFact(words.expires, message.expires_at)
            : undefined,
        ]}
      />
      <section>
        <h3>{words.history}</h3>
        {steps.length === 0 ? <p className="pencil">{words.noHistory}</p> : <Steps steps={steps} />}
      </section>
      <Curl url={`${base}/api/v1/messages/${id}`} />
    </div>
  )
}

function Steps({ steps }: Pick<History, 'steps'>) {
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => (
        <li key={index}>
          {step.at === null ? (
            <span>–</span>
          ) : (
            <time dateTime={step.at} title={grammar.exactTime(new Date(step.at))}>
              {grammar.stamp(new Date(step.at))}
            </time>
          )}
          <span>{messageWords.step(step)}</span>
        </li>
      ))}
    </ol>
  )
}

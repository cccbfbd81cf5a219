import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readPages } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import buttonStyles from '../../ui/action/button.module.css'
import { Status } from '../../ui/data/status.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Icon } from '../../ui/icon.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { simulatorWords } from '../../words/words.ts'
import { scrolledByKeys } from '../message/use-newest.ts'
import { Answer } from './answer.tsx'
import { NewMessageLink } from './new-message-link.tsx'
import { silentReason, stateOf, type SimulatedNumber, type Text } from './simulator.ts'
import styles from './simulator.module.css'

const words = simulatorWords

interface ThreadProps {
  readonly workspace: string
  readonly number: SimulatedNumber
  readonly phone: string
  /** The person was chosen just now. */
  readonly takesFocus: boolean
}

/** The phone of a person: what arrived, what they wrote, and their next answer. */
export function Thread({ workspace, number, phone, takesFocus }: ThreadProps) {
  const query = useInfiniteQuery({
    ...readPages('listSimulatedTexts', { workspace, number: number.id, query: { phone } }),
    select: ({ pages }) => ({
      texts: pages.flatMap(({ data }) => data),
      display: pages[0]?.meta.display ?? phone,
    }),
  })
  const { texts, display } = query.data ?? { display: phone }
  return (
    <section className={styles.thread} aria-label={display}>
      <header className={styles.threadHead}>
        <Link
          to="/w/$workspace/simulator"
          params={{ workspace }}
          search={({ phone: _, ...rest }) => rest}
          aria-label={words.people.back}
          className={`${buttonStyles.icon} ${styles.back}`}
        >
          <Icon name="back" />
        </Link>
        <h2>{display}</h2>
        {texts !== undefined && texts.length > 0 && (
          <Link to="/w/$workspace/messages/$phone" params={{ workspace, phone }}>
            {words.messages}
          </Link>
        )}
      </header>
      {query.error && !texts ? (
        <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div role="log" aria-label={words.texts} {...scrolledByKeys} className={styles.scroll}>
          <div className={styles.texts}>
            {query.hasNextPage && (
              <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {words.earlier}
              </Button>
            )}
            {texts === undefined ? (
              <Skeleton lines={6} />
            ) : texts.length === 0 ? (
              <NoTexts workspace={workspace} number={number} phone={phone} />
            ) : (
              inOrder(texts).map((text) => <Bubble key={text.id} of={text} held={number.behavior.hold} />)
            )}
          </div>
        </div>
      )}
      <Answer
        key={`${number.id} ${phone}`}
        workspace={workspace}
        number={number}
        phone={phone}
        disabledReason={texts && silentReason(number, texts)}
        takesFocus={takesFocus}
      />
    </section>
  )
}

/** As they reached the person: a text may have waited in the queue while they wrote. */
const inOrder = (texts: readonly Text[]): readonly Text[] =>
  texts.toSorted((a, b) => a.at.localeCompare(b.at) || a.id - b.id)

function NoTexts({ workspace, number, phone }: Omit<ThreadProps, 'takesFocus'>) {
  return (
    <div className={styles.noTexts}>
      <p>{number.dedicated ? words.noTexts.dedicated : words.noTexts.shared(number.display)}</p>
      {!number.dedicated && <NewMessageLink workspace={workspace} phone={phone} />}
    </div>
  )
}

function Bubble({ of, held }: { readonly of: Text; readonly held: boolean }) {
  const isOwn = of.direction === 'in'
  const { word, reason } = stateOf(of, held)
  return (
    <article className={`${styles.text} ${isOwn ? styles.own : ''}`}>
      <p className={styles.bubble} dir="auto">
        {of.body}
      </p>
      <p className={styles.fate}>
        {isOwn ? <span className="visually-hidden">{words.wrote}</span> : <Status word={word} />}
        {!isOwn && reason !== undefined && <span>{reason}</span>}
        <Time at={of.at} />
      </p>
    </article>
  )
}

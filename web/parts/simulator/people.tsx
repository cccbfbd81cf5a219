import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { readPages } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Form } from '../../ui/form/form.tsx'
import { SubmitButton } from '../../ui/form/form.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { simulatorWords } from '../../words/words.ts'
import type { Person, SimulatedNumber } from './simulator.ts'
import { unusedPhone } from './simulator.ts'
import styles from './simulator.module.css'
import { useSteady } from './use-steady.ts'

const words = simulatorWords.people

interface PeopleProps {
  readonly workspace: string
  readonly number: SimulatedNumber
  /** Of the person that is chosen. */
  readonly phone: string | undefined
  readonly onChoose: (phone: string) => void
}

/** The people at the other end of a number, and a way to add one. */
export function People({ workspace, number, phone, onChoose }: PeopleProps) {
  const query = useInfiniteQuery(readPages('listSimulatedPeople', { workspace, number: number.id }))
  const steady = useSteady(uniqueOf(query.data), (person) => person.phone)
  if (query.error && !query.data)
    return <ErrorPanel error={query.error} onRetry={() => void query.refetch()} />
  const { rows } = steady
  const isAdded = phone !== undefined && rows?.every((person) => person.phone !== phone) === true
  return (
    <div className={styles.people} {...steady.pointer}>
      {rows === undefined ? (
        <Skeleton lines={6} />
      ) : rows.length === 0 && !isAdded ? (
        <p className={styles.nobody}>{words.empty}</p>
      ) : (
        <ul aria-label={words.title} className={styles.list}>
          {isAdded && <Row of={{ phone, display: phone }} workspace={workspace} chosen />}
          {rows.map((person) => (
            <Row key={person.phone} of={person} workspace={workspace} chosen={person.phone === phone} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className={styles.more}>
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
      <AddPerson
        workspace={workspace}
        number={number}
        taken={[...(rows ?? []).map((person) => person.phone), ...(phone === undefined ? [] : [phone])]}
        onAdd={onChoose}
      />
    </div>
  )
}

/** A person may be on two pages if texts arrived between them. */
const uniqueOf = (people: readonly Person[] | undefined): readonly Person[] | undefined =>
  people && [...new Map(people.toReversed().map((person) => [person.phone, person])).values()].toReversed()

interface RowProps {
  readonly of: Pick<Person, 'phone' | 'display'> & Partial<Person>
  readonly workspace: string
  readonly chosen: boolean
}

function Row({ of: { phone, display, last }, workspace, chosen }: RowProps) {
  return (
    <li>
      <Link
        to="/w/$workspace/simulator"
        params={{ workspace }}
        search={(now) => ({ ...now, phone })}
        className={styles.person}
        {...(chosen && { 'aria-current': 'true' as const })}
      >
        <span className={styles.who}>
          <b>{display}</b>
          {last && (
            <span className={styles.when}>
              <Time at={last.at} />
            </span>
          )}
        </span>
        <span className={styles.last}>
          {last ? (last.direction === 'in' ? words.you(last.body) : last.body) : words.noTexts}
        </span>
      </Link>
    </li>
  )
}

interface AddPersonProps {
  readonly workspace: string
  readonly number: SimulatedNumber
  readonly taken: readonly string[]
  readonly onAdd: (phone: string) => void
}

function AddPerson({ workspace, number, taken, onAdd }: AddPersonProps) {
  const [typed, setTyped] = useState('')
  const free = unusedPhone(taken)
  const add = async () => {
    // The server knows the form that messages have.
    const input = { workspace, number: number.id, query: { phone: typed, limit: 1 } }
    const { meta } = await call('listSimulatedTexts', input)
    setTyped('')
    onAdd(meta.phone)
  }
  return (
    <div className={styles.add}>
      <Form onSubmit={add}>
        <TextInput
          label={words.phone}
          name="phone"
          type="tel"
          value={typed}
          onChange={setTyped}
          required
          help={
            free && (
              <button type="button" className={styles.example} onClick={() => setTyped(free.display)}>
                {words.use(free.display)}
              </button>
            )
          }
        />
        <SubmitButton kind="quiet" icon="plus">
          {words.add}
        </SubmitButton>
      </Form>
    </div>
  )
}

import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/action/button.tsx'
import { Time } from '../../ui/data/time.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { simulatorWords } from '../../words/words.ts'
import { displayOf } from '../message/display.ts'
import { AddPerson } from './add-person.tsx'
import type { Person, SimulatedNumber } from './simulator.ts'
import styles from './simulator.module.css'
import type { PeopleList } from './use-people.ts'

const words = simulatorWords.people

interface PeopleProps {
  readonly workspace: string
  readonly number: SimulatedNumber
  readonly people: PeopleList
  /** Phone numbers of the simulator. */
  readonly own: readonly string[]
  /** Of the person that is chosen. */
  readonly phone: string | undefined
  readonly onChoose: (phone: string) => void
}

/** The people at the other end of a number, and a way to add one. */
export function People({ workspace, number, people, own, phone, onChoose }: PeopleProps) {
  const { rows } = people
  const box = useFocusOnReturn(phone)
  const taken = [
    ...own,
    ...(rows ?? []).map((person) => person.phone),
    ...(phone === undefined ? [] : [phone]),
  ]
  return (
    <div ref={box} className={styles.people}>
      {people.error === undefined ? (
        <Rows workspace={workspace} people={people} phone={phone} />
      ) : (
        <ErrorPanel error={people.error} onRetry={people.retry} />
      )}
      <AddPerson workspace={workspace} number={number} taken={taken} onAdd={onChoose} />
    </div>
  )
}

/** From the texts of a person back to that person. */
function useFocusOnReturn(phone: string | undefined) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef<string>(undefined)
  useEffect(() => {
    const left = last.current
    last.current = phone
    if (phone !== undefined || left === undefined) return
    const links = [...(box.current?.querySelectorAll<HTMLElement>('[data-phone]') ?? [])]
    links.find(({ dataset }) => dataset['phone'] === left)?.focus()
  }, [phone])
  return box
}

function Rows({ workspace, people, phone }: Pick<PeopleProps, 'workspace' | 'people' | 'phone'>) {
  const { rows, find, hold, hasMore, loadingMore, more } = people
  if (rows === undefined)
    return (
      <div className={styles.loading}>
        <Skeleton lines={6} />
      </div>
    )
  const isAdded = phone !== undefined && rows.every((person) => person.phone !== phone)
  return (
    <div className={styles.scroller}>
      {rows.length === 0 && !isAdded && <p className={styles.nobody}>{words.empty}</p>}
      <ul aria-label={words.title} {...hold}>
        {isAdded && (
          <Row of={find(phone) ?? { phone, display: displayOf(phone) }} workspace={workspace} chosen />
        )}
        {rows.map((person) => (
          <Row key={person.phone} of={person} workspace={workspace} chosen={person.phone === phone} />
        ))}
      </ul>
      {hasMore && (
        <div className={styles.more}>
          <Button busy={loadingMore} onClick={more}>
            {words.more}
          </Button>
        </div>
      )}
    </div>
  )
}

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
        data-phone={phone}
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

import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Data } from '../../api/call.ts'
import { Copyable } from '../../ui/data/copyable.tsx'
import { Status } from '../../ui/data/status.tsx'
import { Time } from '../../ui/data/time.tsx'
import { operatorWords } from '../../words/words.ts'

export type PersonDetails = Data<'getPerson'>

const words = operatorWords.people

/** What an operator sees of a person. */
export function personFacts(person: PersonDetails): readonly (readonly [string, ReactNode])[] {
  const { facts } = words
  const { disabled_at: disabledAt, sponsor, created_by: createdBy, provisioning } = person
  return [
    [facts.name, `${person.first_name} ${person.last_name}`],
    [facts.id, <Copyable key="id" text={String(person.id)} what={facts.id} />],
    [
      facts.state,
      disabledAt === null ? (
        <Status key="state" word={words.states.active} />
      ) : (
        <span key="state">
          <Status word={words.states.disabled} /> <Time at={disabledAt} />
        </span>
      ),
    ],
    ...(person.delete_at ? [[operatorWords.goneOn, <Time key="gone" at={person.delete_at} />] as const] : []),
    ...(person.operator ? [[words.role, words.operator] as const] : []),
    [facts.password, person.has_password ? words.set : words.notSet],
    [facts.twoStep, person.two_step ? words.on : words.off],
    [facts.verified, <Time key="verified" at={person.email_verified_at} never={words.notYet} />],
    [
      facts.sponsor,
      sponsor ? (
        <Link key="sponsor" to="/operator/people/$user" params={{ user: String(sponsor.id) }}>
          {sponsor.email}
        </Link>
      ) : (
        words.themselves
      ),
    ],
    ...(createdBy === null ? [] : [[facts.createdBy, words.keysOfPerson(createdBy)] as const]),
    [
      facts.provisioning,
      provisioning === 'none' ? (
        words.noProvisioning
      ) : (
        <Status key="provisioning" word={operatorWords.provisioning.states[provisioning]} />
      ),
    ],
    [facts.keys, words.activeKeys(person.keys)],
    [facts.created, <Time key="created" at={person.created_at} />],
  ]
}

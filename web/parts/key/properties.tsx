import type { ReactNode } from 'react'
import { Copyable } from '../../ui/data/copyable.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Time } from '../../ui/data/time.tsx'
import { useNow } from '../../ui/now.ts'
import { keyWords } from '../../words/words.ts'
import { useSession } from '../session/session.ts'
import type { Key } from './draft.ts'
import styles from './key.module.css'
import { KeyState } from './key-state.tsx'
import { LastUsed } from './last-used.tsx'

const words = keyWords.fields

/** Everything about a key but its secret. */
export function Properties({ of: key }: { readonly of: Key }) {
  const now = useNow()
  const isLogged = useSession().installation.request_log_days > 0
  const note = key.state === 'active' ? undefined : keyWords.stateNotes[key.state]
  return (
    <Facts
      of={[
        [words.key, <Copyable key="key" text={`${key.prefix}…`} what={keyWords.prefix} />],
        [
          words.state,
          <>
            <KeyState of={key} now={now} />
            {note !== undefined && <p className={styles.note}>{note}</p>}
          </>,
        ],
        [words.service, keyWords.services[key.service]],
        key.service === 'sms' ? undefined : [words.environment, keyWords.form.environments[key.environment]],
        [words.creator, `${key.creator.name}, ${key.creator.email}`],
        [words.scopes, <Codes key="scopes" of={key.scopes} />],
        [words.limits, limitsOf(key)],
        ...boundsOf(key),
        [words.created, <Time key="created" at={key.created_at} />],
        [words.expires, <Time key="expires" at={key.expires_at} never={keyWords.never} />],
        key.revoked_at === null ? undefined : [words.revoked, <Time key="revoked" at={key.revoked_at} />],
        [words.lastUsed, <LastUsed key="used" of={key} now={now} />],
        isLogged ? [words.requests, keyWords.requests(key.requests_24h)] : undefined,
      ]}
    />
  )
}

function Codes({ of: codes }: { readonly of: readonly string[] }) {
  return (
    <span className={styles.scopes}>
      {codes.map((code) => (
        <code key={code}>{code}</code>
      ))}
    </span>
  )
}

const limitsOf = ({ limits }: Key): string =>
  [
    keyWords.perMinute(limits.per_minute),
    ...(limits.per_day === null ? [] : [keyWords.perDay(limits.per_day)]),
  ].join(', ')

const anyOf = (values: readonly string[]): ReactNode =>
  values.length === 0 ? keyWords.any : <Codes of={values} />

function boundsOf({ service, folder, number, ips, domains }: Key): readonly (readonly [string, ReactNode])[] {
  if (service === 'sms') return [[words.number, number?.phone ?? keyWords.any]]
  const folderName = folder ? (folder.name ?? keyWords.deletedFolder) : keyWords.any
  return [
    ...(service === 'files' ? [[words.folder, folderName] as const] : []),
    [words.ips, anyOf(ips)],
    [words.domains, anyOf(domains)],
  ]
}

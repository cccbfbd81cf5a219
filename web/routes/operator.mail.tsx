import { createFileRoute } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { readPages } from '../api/queries.ts'
import { changeNow } from '../parts/operator/change.ts'
import { MailDialog } from '../parts/operator/mail-dialog.tsx'
import styles from '../parts/operator/operator.module.css'
import { againReason } from '../parts/operator/mail-again.ts'
import { useSearchText } from '../parts/operator/search-in-url.ts'
import { idIn, textIn } from '../parts/operator/search-params.ts'
import { List } from '../parts/page/list.tsx'
import { useWaitingList } from '../parts/page/use-waiting-list.ts'
import { useSession } from '../parts/session/session.ts'
import { Button } from '../ui/action/button.tsx'
import { MenuItem, RowMenu } from '../ui/action/menu.tsx'
import { Status } from '../ui/data/status.tsx'
import type { Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.mail
const title = shellWords.pages.mail

interface Search {
  readonly to?: string | undefined
  /** The mail that is read. */
  readonly mail?: number | undefined
}

export const Route = createFileRoute('/operator/mail')({
  validateSearch: ({ to, mail }: Readonly<Record<string, unknown>>): Search => ({
    to: textIn(to, 300),
    mail: idIn(mail),
  }),
  component: Mails,
})

type Mail = Data<'listMails'>[number]

function Mails() {
  const { to, mail } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { user, installation } = useSession()
  const list = useWaitingList(
    readPages('listMails', { query: { ...(to !== undefined && { to }) } }),
    ({ id }) => id,
  )
  const [text, setText] = useSearchText(
    to,
    (found) => void navigate({ search: found === undefined ? {} : { to: found }, replace: true }),
  )
  const test = (
    <Button
      kind="filled"
      icon="send"
      onClick={() =>
        changeNow(
          'sendTestMail',
          {},
          { topic: 'mail', said: words.tested(user.email), after: list.showWaiting },
        )
      }
    >
      {words.test}
    </Button>
  )
  return (
    <>
      <PageHead title={title} action={test}>
        {words.sentence[installation.mail]}
      </PageHead>
      <List
        name={title}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState sentence={words.empty} />}
        {...(to !== undefined && { nothingFound: words.nothingFound })}
        filters={<SearchInput label={words.search} value={text} onChange={setText} />}
        columns={columns}
        actions={actionsOf}
      />
      <MailDialog
        id={mail}
        onClose={() => void navigate({ search: (now) => ({ ...now, mail: undefined }) })}
      />
    </>
  )
}

const columns: readonly Column<Mail>[] = [
  {
    head: words.to,
    cell: (row) => <OpenMail mail={row} />,
  },
  { head: words.subject, cell: ({ subject }) => subject },
  {
    head: operatorWords.state,
    cell: (row) => <State mail={row} />,
  },
  { head: operatorWords.created, kind: 'short', cell: (row) => <Time at={row.created_at} /> },
]

interface MailProps {
  readonly mail: Mail
}

function OpenMail({ mail: { id, to } }: MailProps) {
  const navigate = Route.useNavigate()
  return (
    <button
      type="button"
      className={styles.plain}
      onClick={() => void navigate({ search: (now) => ({ ...now, mail: id }) })}
    >
      {to}
    </button>
  )
}

function State({ mail: { state, error } }: MailProps) {
  return (
    <div>
      <Status word={words.states[state]} />
      {error !== null && state !== 'kept' && <span className={styles.second}>{error}</span>}
    </div>
  )
}

const actionsOf = (mail: Mail) => <Actions mail={mail} />

function Actions({ mail: { id, to, state } }: MailProps) {
  const { installation } = useSession()
  const navigate = Route.useNavigate()
  return (
    <RowMenu name={to}>
      <MenuItem icon="eye" onSelect={() => void navigate({ search: (now) => ({ ...now, mail: id }) })}>
        {words.details}
      </MenuItem>
      <MenuItem
        icon="send"
        disabledReason={againReason(installation.mail, state)}
        onSelect={() => changeNow('resendMail', { id }, { topic: 'mail', said: words.resent(to) })}
      >
        {words.again}
      </MenuItem>
    </RowMenu>
  )
}

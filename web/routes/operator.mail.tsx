import { createFileRoute } from '@tanstack/react-router'
import { readPages } from '../api/queries.ts'
import { changeNow } from '../parts/operator/change.ts'
import { MailDialog } from '../parts/operator/mail-dialog.tsx'
import styles from '../parts/operator/operator.module.css'
import { againReason } from '../parts/operator/mail-again.ts'
import { useSearchText } from '../parts/operator/search-in-url.ts'
import { List } from '../parts/page/list.tsx'
import { useWaitingList } from '../parts/page/use-waiting-list.ts'
import { useSession } from '../parts/session/session.ts'
import { Button } from '../ui/action/button.tsx'
import { MenuItem, RowMenu } from '../ui/action/menu.tsx'
import { Status } from '../ui/data/status.tsx'
import { Time } from '../ui/data/time.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.mail
const title = shellWords.pages.mail

interface Search {
  readonly to?: string
  /** The mail that is read. */
  readonly mail?: number
}

export const Route = createFileRoute('/operator/mail')({
  validateSearch: ({ to, mail }: Readonly<Record<string, unknown>>): Search => ({
    ...(typeof to === 'string' && to !== '' && { to: to.slice(0, 300) }),
    ...(typeof mail === 'number' && { mail }),
  }),
  component: Mails,
})

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
  const open = (id: number) => void navigate({ search: (now) => ({ ...now, mail: id }) })
  const test = (
    <Button
      kind="filled"
      icon="send"
      onClick={() => changeNow('sendTestMail', {}, { topic: 'mail', said: words.tested(user.email) })}
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
        columns={[
          {
            head: words.to,
            cell: (row) => (
              <button type="button" className={styles.plain} onClick={() => open(row.id)}>
                {row.to}
              </button>
            ),
          },
          { head: words.subject, cell: ({ subject }) => subject },
          {
            head: operatorWords.state,
            cell: ({ state, error }) => (
              <>
                <Status word={words.states[state]} />
                {error !== null && state !== 'kept' && <span className={styles.second}>{error}</span>}
              </>
            ),
          },
          { head: operatorWords.created, kind: 'short', cell: (row) => <Time at={row.created_at} /> },
        ]}
        actions={(row) => (
          <RowMenu name={row.to}>
            <MenuItem icon="eye" onSelect={() => open(row.id)}>
              {words.details}
            </MenuItem>
            <MenuItem
              icon="send"
              disabledReason={againReason(installation.mail, row.state)}
              onSelect={() =>
                changeNow('resendMail', { id: row.id }, { topic: 'mail', said: words.resent(row.to) })
              }
            >
              {words.again}
            </MenuItem>
          </RowMenu>
        )}
      />
      <MailDialog id={mail} onClose={() => void navigate({ search: ({ mail: _, ...rest }) => rest })} />
    </>
  )
}

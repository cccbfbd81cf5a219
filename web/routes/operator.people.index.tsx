import { createFileRoute, Link } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { readPages } from '../api/queries.ts'
import { changeNow } from '../parts/operator/change.ts'
import { CreatePerson } from '../parts/operator/create-person.tsx'
import styles from '../parts/operator/operator.module.css'
import { useSearchText } from '../parts/operator/search-in-url.ts'
import { oneOf, textIn } from '../parts/operator/search-params.ts'
import { List } from '../parts/page/list.tsx'
import { useWaitingList } from '../parts/page/use-waiting-list.ts'
import { Button } from '../ui/action/button.tsx'
import { MenuItem, MenuLink, RowMenu } from '../ui/action/menu.tsx'
import { Status } from '../ui/data/status.tsx'
import type { Column } from '../ui/data/table.tsx'
import { Time } from '../ui/data/time.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import { Select } from '../ui/form/select.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.people
const title = shellWords.pages.people

const states = ['active', 'disabled', 'operator'] as const
type Filter = (typeof states)[number]

interface Search {
  readonly q?: string | undefined
  readonly state?: Filter | undefined
  readonly dialog?: 'create' | undefined
}

export const Route = createFileRoute('/operator/people/')({
  validateSearch: ({ q, state, dialog }: Readonly<Record<string, unknown>>): Search => ({
    q: textIn(q),
    state: oneOf(states, state),
    dialog: oneOf(['create'], dialog),
  }),
  component: People,
})

type Person = Data<'listPeople'>[number]

function People() {
  const { q, state, dialog } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useWaitingList(
    readPages('listPeople', { query: { ...(q !== undefined && { q }), ...(state && { state }) } }),
    ({ id }) => id,
  )
  const [text, setText] = useSearchText(
    q,
    (found) =>
      void navigate({
        search: (now) => ({ ...now, q: found }),
        replace: true,
      }),
  )
  const create = (
    <Button
      kind="filled"
      icon="plus"
      onClick={() => void navigate({ search: (now) => ({ ...now, dialog: 'create' }) })}
    >
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHead title={title} action={create} />
      <List
        name={title}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState sentence={words.empty} />}
        {...((q !== undefined || state) && { nothingFound: words.nothingFound })}
        filters={
          <>
            <SearchInput label={words.search} value={text} onChange={setText} />
            <Select
              compact
              label={operatorWords.state}
              value={state ?? 'all'}
              onChange={(chosen) =>
                void navigate({
                  search: (now) => ({ ...now, state: chosen === 'all' ? undefined : chosen }),
                })
              }
              options={[
                { value: 'all' as const, label: operatorWords.all },
                ...states.map((value) => ({ value, label: words.states[value] })),
              ]}
            />
          </>
        }
        columns={columns}
        actions={actionsOf}
      />
      <CreatePerson
        open={dialog === 'create'}
        onClose={() => void navigate({ search: (now) => ({ ...now, dialog: undefined }) })}
        onCreated={list.showWaiting}
      />
    </>
  )
}

function State({
  person: { disabled_at: disabledAt, delete_at: deleteAt, operator, demo },
}: {
  readonly person: Person
}) {
  const { active, disabled } = words.states
  return (
    <div>
      <Status word={deleteAt ? operatorWords.beingDeleted : disabledAt ? disabled : active} />
      {deleteAt && (
        <span className={styles.second}>
          <Time at={deleteAt} />
        </span>
      )}
      {operator && <span className={styles.second}>{words.operator}</span>}
      {demo && <span className={styles.second}>{operatorWords.demo}</span>}
    </div>
  )
}

function PersonLink({ id, email }: Person) {
  return (
    <Link to="/operator/people/$user" params={{ user: String(id) }}>
      {email}
    </Link>
  )
}

function Plan({ person: { plan, active } }: { readonly person: Person }) {
  return (
    <div>
      {plan ?? words.sponsored}
      {!active && <span className={styles.second}>{words.unpaid}</span>}
    </div>
  )
}

function Actions({
  person: { id, email, demo, disabled_at: disabledAt, delete_at: deleteAt },
}: {
  readonly person: Person
}) {
  const params = { user: String(id) }
  const unlessDisabled = disabledAt === null ? undefined : words.isDisabled
  return (
    <RowMenu name={email}>
      <MenuLink to="/operator/people/$user" params={params}>
        {words.open}
      </MenuLink>
      <MenuItem
        icon="mail"
        disabledReason={demo ? words.isOfDemo : unlessDisabled}
        onSelect={() => changeNow('mailResetLink', { id }, { topic: 'mail', said: words.resetSent(email) })}
      >
        {words.reset}
      </MenuItem>
      {disabledAt === null ? (
        <MenuLink icon="lock" to="/operator/people/$user" params={params} search={{ dialog: 'disable' }}>
          {words.disable}
        </MenuLink>
      ) : (
        <MenuItem
          icon="check"
          disabledReason={deleteAt ? words.isDeleted : undefined}
          onSelect={() =>
            changeNow(
              'updatePerson',
              { id, body: { disabled: false } },
              { topic: 'people', said: words.enabled(email) },
            )
          }
        >
          {words.enable}
        </MenuItem>
      )}
    </RowMenu>
  )
}

const columns: readonly Column<Person>[] = [
  {
    head: words.email,
    cell: (person) => <PersonLink {...person} />,
  },
  { head: words.name, cell: (person) => `${person.first_name} ${person.last_name}` },
  { head: operatorWords.state, kind: 'short', cell: (person) => <State person={person} /> },
  { head: words.plan, cell: (person) => <Plan person={person} /> },
  { head: operatorWords.created, kind: 'short', cell: (person) => <Time at={person.created_at} /> },
]

const actionsOf = (person: Person) => <Actions person={person} />

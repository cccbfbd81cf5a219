import { createFileRoute } from '@tanstack/react-router'
import { readPages } from '../api/queries.ts'
import { oneOf } from '../parts/operator/search-params.ts'
import { AddNumber } from '../parts/operator-number/add-dialog.tsx'
import { numberColumns } from '../parts/operator-number/columns.tsx'
import { keepEnrolment } from '../parts/operator-number/fresh-enrolment.ts'
import { isFiltered, parseFilter, queryOf, type NumberFilter } from '../parts/operator-number/filter.ts'
import { NumberFilters } from '../parts/operator-number/filters.tsx'
import type { OperatorNumber } from '../parts/operator-number/number.ts'
import { List } from '../parts/page/list.tsx'
import { useWaitingList } from '../parts/page/use-waiting-list.ts'
import { Button } from '../ui/action/button.tsx'
import { MenuLink, RowMenu } from '../ui/action/menu.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { operatorNumberWords as words, shellWords } from '../words/words.ts'

/** Battery and last contact change without an event. */
const everyMs = 15_000

const title = shellWords.pages.numbers

interface Search extends NumberFilter {
  readonly dialog?: 'add' | undefined
}

export const Route = createFileRoute('/operator/numbers/')({
  validateSearch: (found: Readonly<Record<string, unknown>>): Search => ({
    ...parseFilter(found),
    dialog: oneOf(['add'], found['dialog']),
  }),
  component: Numbers,
})

function Numbers() {
  const { dialog, ...filter } = Route.useSearch()
  const navigate = Route.useNavigate()
  const list = useWaitingList(
    { ...readPages('listOperatorNumbers', { query: queryOf(filter) }), refetchInterval: everyMs },
    ({ id }) => id,
  )
  const isEmpty = !isFiltered(filter) && list.rows?.length === 0
  const add = (
    <Button
      kind="filled"
      icon="plus"
      onClick={() => void navigate({ search: (now) => ({ ...now, dialog: 'add' }) })}
    >
      {words.add}
    </Button>
  )
  return (
    <>
      <PageHead title={title} action={isEmpty ? undefined : add} />
      <List
        name={title}
        list={list}
        rowKey={({ id }) => id}
        empty={<EmptyState sentence={words.empty} action={add} />}
        {...(isFiltered(filter) && { nothingFound: words.nothingFound })}
        filters={
          <NumberFilters
            filter={filter}
            onChange={(chosen) => void navigate({ search: chosen, replace: true })}
          />
        }
        columns={numberColumns}
        actions={actionsOf}
      />
      <AddNumber
        open={dialog === 'add'}
        onClose={() => void navigate({ search: (now) => ({ ...now, dialog: undefined }) })}
        onAdded={({ number: { id }, enrolment }) => {
          list.showWaiting()
          if (!enrolment) return
          keepEnrolment(id, enrolment)
          void navigate({
            to: '/operator/numbers/$number',
            params: { number: String(id) },
            search: { dialog: 'connect' },
          })
        }}
      />
    </>
  )
}

const actionsOf = ({ id, display }: OperatorNumber) => (
  <RowMenu name={display}>
    <MenuLink to="/operator/numbers/$number" params={{ number: String(id) }}>
      {words.details}
    </MenuLink>
    <MenuLink to="/operator/numbers/$number" params={{ number: String(id) }} search={{ dialog: 'assign' }}>
      {words.assign}
    </MenuLink>
  </RowMenu>
)

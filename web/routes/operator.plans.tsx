import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import type { Data } from '../api/call.ts'
import { read } from '../api/queries.ts'
import { PlanDialog } from '../parts/operator/plan-dialog.tsx'
import { oneOf, textIn } from '../parts/operator/search-params.ts'
import { Button } from '../ui/action/button.tsx'
import { MenuItem, RowMenu } from '../ui/action/menu.tsx'
import { Table, type Column } from '../ui/data/table.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { grammar, operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.plan
const title = shellWords.pages.plans

interface Search {
  readonly dialog?: 'create' | 'edit' | undefined
  /** The plan to be edited. */
  readonly plan?: string | undefined
}

export const Route = createFileRoute('/operator/plans')({
  validateSearch: ({ dialog, plan }: Readonly<Record<string, unknown>>): Search => ({
    dialog: oneOf(['create', 'edit'], dialog),
    plan: textIn(plan),
  }),
  component: Plans,
})

type Plan = Data<'listPlans'>[number]

function Plans() {
  const { dialog, plan: name } = Route.useSearch()
  const navigate = Route.useNavigate()
  const plans = useQuery(read('listPlans', {}))
  const edited = dialog === 'edit' ? plans.data?.find((plan) => plan.name === name) : undefined
  const create = (
    <Button kind="filled" icon="plus" onClick={() => void navigate({ search: { dialog: 'create' } })}>
      {words.create}
    </Button>
  )
  return (
    <>
      <PageHead title={title} action={create} />
      {plans.error && !plans.data ? (
        <ErrorPanel error={plans.error} onRetry={() => void plans.refetch()} />
      ) : plans.data?.length === 0 ? (
        <EmptyState sentence={words.empty} />
      ) : (
        <Table
          name={title}
          rows={plans.data}
          rowKey={(plan) => plan.name}
          columns={columns}
          actions={actionsOf}
        />
      )}
      <PlanDialog
        open={dialog === 'create' || edited !== undefined}
        plan={edited}
        onClose={() => void navigate({ search: {} })}
      />
    </>
  )
}

const columns: readonly Column<Plan>[] = [
  { head: words.name, cell: (plan) => plan.name },
  { head: words.services, cell: ({ services }) => operatorWords.listServices(services) },
  { head: words.texts, kind: 'number', cell: (plan) => grammar.number(plan.sms_daily) },
  {
    head: words.metered,
    kind: 'short',
    cell: ({ payg }) => (payg ? words.meteredOn : words.meteredOff),
  },
  { head: words.people, kind: 'number', cell: ({ people }) => grammar.number(people) },
]

const actionsOf = (plan: Plan) => <Actions plan={plan} />

function Actions({ plan: { name } }: { readonly plan: Plan }) {
  const navigate = Route.useNavigate()
  return (
    <RowMenu name={name}>
      <MenuItem icon="settings" onSelect={() => void navigate({ search: { dialog: 'edit', plan: name } })}>
        {words.edit}
      </MenuItem>
    </RowMenu>
  )
}

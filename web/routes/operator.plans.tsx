import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import { PlanDialog } from '../parts/operator/plan-dialog.tsx'
import { Button } from '../ui/action/button.tsx'
import { MenuItem, RowMenu } from '../ui/action/menu.tsx'
import { Table } from '../ui/data/table.tsx'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { grammar, operatorWords, shellWords } from '../words/words.ts'

const words = operatorWords.plan
const title = shellWords.pages.plans

interface Search {
  readonly dialog?: 'create' | 'edit'
  /** The plan to be edited. */
  readonly plan?: string
}

export const Route = createFileRoute('/operator/plans')({
  validateSearch: ({ dialog, plan }: Readonly<Record<string, unknown>>): Search => {
    if (dialog === 'create') return { dialog }
    return dialog === 'edit' && (typeof plan === 'string' || typeof plan === 'number')
      ? { dialog, plan: String(plan) }
      : {}
  },
  component: Plans,
})

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
  const edit = (plan: string) => void navigate({ search: { dialog: 'edit', plan } })
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
          columns={[
            { head: words.name, cell: (plan) => plan.name },
            { head: words.services, cell: ({ services }) => operatorWords.listServices(services) },
            { head: words.texts, kind: 'number', cell: (plan) => grammar.number(plan.sms_daily) },
            {
              head: words.metered,
              kind: 'short',
              cell: ({ payg }) => (payg ? words.meteredOn : words.meteredOff),
            },
            { head: words.people, kind: 'number', cell: ({ people }) => grammar.number(people) },
          ]}
          actions={(plan) => (
            <RowMenu name={plan.name}>
              <MenuItem icon="settings" onSelect={() => edit(plan.name)}>
                {words.edit}
              </MenuItem>
            </RowMenu>
          )}
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

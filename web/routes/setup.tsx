import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { read } from '../api/queries.ts'
import { BarePage } from '../parts/page/bare-page.tsx'
import { Notice } from '../parts/page/notice.tsx'
import { InstallationChecks } from '../parts/setup/installation-checks.tsx'
import { OperatorForm } from '../parts/setup/operator-form.tsx'
import { takeToken } from '../parts/setup/token.ts'
import { buttonClass } from '../ui/action/button.tsx'
import { ErrorPanel } from '../ui/page/error-panel.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { Skeleton } from '../ui/page/skeleton.tsx'
import { setupWords } from '../words/words.ts'

interface Search {
  readonly step?: 'check'
}

export const Route = createFileRoute('/setup')({
  validateSearch: ({ step }: Readonly<Record<string, unknown>>): Search => (step === 'check' ? { step } : {}),
  beforeLoad: () => ({ token: takeToken() }),
  component: Setup,
})

function Setup() {
  const { step } = Route.useSearch()
  return <BarePage>{step === 'check' ? <SecondStep /> : <FirstStep />}</BarePage>
}

function FirstStep() {
  const { token } = Route.useRouteContext()
  const { data, error, refetch } = useQuery(read('getSetup', {}))
  if (data?.open) return <OperatorForm token={token} />
  if (data) return <Closed />
  return <Waiting title={setupWords.title} error={error} retry={() => void refetch()} />
}

function SecondStep() {
  const { data, error, refetch } = useQuery(read('getSession', {}))
  const { title, operatorsOnly } = setupWords.checks
  if (data?.user.operator) return <InstallationChecks installation={data.installation} />
  if (data) return <Notice title={title} sentence={operatorsOnly} />
  return <Waiting title={title} error={error} retry={() => void refetch()} />
}

interface WaitingProps {
  readonly title: string
  readonly error: unknown
  readonly retry: () => void
}

function Waiting({ title, error, retry }: WaitingProps) {
  return (
    <>
      <PageHead title={title} />
      {error ? <ErrorPanel error={error} onRetry={retry} /> : <Skeleton lines={6} />}
    </>
  )
}

function Closed() {
  const { title, sentence, logIn } = setupWords.closed
  return (
    <Notice title={title} sentence={sentence}>
      <a href="/login" className={buttonClass('filled')}>
        {logIn}
      </a>
    </Notice>
  )
}

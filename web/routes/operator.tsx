import { createFileRoute, Outlet } from '@tanstack/react-router'
import { queries } from '../api/queries.ts'
import { Notice } from '../parts/page/notice.tsx'
import { sessionQuery, useSession } from '../parts/session/session.ts'
import { Shell } from '../parts/shell/shell.tsx'
import { shellWords } from '../words/words.ts'

export const Route = createFileRoute('/operator')({
  beforeLoad: () => queries.ensureQueryData(sessionQuery),
  component: Operator,
})

function Operator() {
  const { user } = useSession()
  return <Shell>{user.operator ? <Outlet /> : <Notice {...shellWords.operatorsOnly} />}</Shell>
}

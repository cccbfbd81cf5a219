import { createFileRoute } from '@tanstack/react-router'
import { FirstSteps } from '../parts/home/first-steps.tsx'
import { Overview } from '../parts/home/overview.tsx'
import { useWorkspace } from '../parts/session/session.ts'
import { PageHead } from '../ui/page/page-head.tsx'
import { homeWords } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/')({ component: Home })

function Home() {
  const { id } = useWorkspace()
  return (
    <>
      <PageHead title={homeWords.title} />
      <FirstSteps key={id} />
      <Overview />
    </>
  )
}

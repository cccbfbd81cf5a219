import { createFileRoute } from '@tanstack/react-router'
import { PageHead } from '../ui/page/page-head.tsx'
import { shellWords } from '../words/words.ts'

export const Route = createFileRoute('/w/$workspace/')({ component: Home })

function Home() {
  return <PageHead title={shellWords.pages.home} />
}

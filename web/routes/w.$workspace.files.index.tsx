import { createFileRoute } from '@tanstack/react-router'
import { Browser } from '../parts/browser/browser.tsx'
import { readSearch, sortingIn } from '../parts/item/place.ts'
import { prefetchFolder } from '../parts/browser/prefetch.ts'

export const Route = createFileRoute('/w/$workspace/files/')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => sortingIn(search),
  loader: ({ params: { workspace }, deps }) => prefetchFolder({ workspace, folder: null, ...deps }),
  component: Files,
})

function Files() {
  const { workspace } = Route.useParams()
  return <Browser workspace={workspace} folder={null} search={Route.useSearch()} />
}

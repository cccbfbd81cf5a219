import { createFileRoute } from '@tanstack/react-router'
import { Browser } from '../parts/browser/browser.tsx'
import { readSearch, sortingIn } from '../parts/item/place.ts'
import { prefetchFolder } from '../parts/browser/prefetch.ts'

export const Route = createFileRoute('/w/$workspace/files/$folder')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => sortingIn(search),
  loader: ({ params, deps }) => prefetchFolder({ ...params, ...deps }),
  component: OneFolder,
})

function OneFolder() {
  const { workspace, folder } = Route.useParams()
  return <Browser workspace={workspace} folder={folder} search={Route.useSearch()} />
}

import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { read } from '../../api/queries.ts'
import { homeWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'

const words = homeWords.key

/** Below a command: where its key comes from. */
export function KeyHint({ service }: { readonly service: keyof typeof words.services }) {
  const { id } = useWorkspace()
  const query = { service, state: 'active', limit: 1 } as const
  const { data: keys } = useQuery(read('listKeys', { workspace: id, query }))
  const params = { workspace: String(id) }
  return (
    <p className="small pencil">
      {words.what(words.services[service])}{' '}
      {keys?.length === 0 ? (
        <>
          {words.none}{' '}
          <Link to="/w/$workspace/keys/new" params={params}>
            {words.create}
          </Link>
        </>
      ) : (
        <Link to="/w/$workspace/keys" params={params}>
          {words.see}
        </Link>
      )}
    </p>
  )
}

import { Link } from '@tanstack/react-router'
import { homeWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import { homeOf } from '../shell/destinations.ts'

const names = { files: homeWords.upload.service, sms: homeWords.text.service }

/** Below a command: where its key comes from. */
export function KeyHint({ service }: { readonly service: keyof typeof names }) {
  const workspace = useWorkspace()
  const newKey: string = `${homeOf(workspace)}/keys/new`
  return (
    <p className="small pencil">
      {homeWords.key(names[service])}
      <Link to={newKey}>{homeWords.createKey}</Link>
    </p>
  )
}

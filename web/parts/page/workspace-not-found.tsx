import { LinkButton } from '../../ui/action/link-button.tsx'
import { shellWords } from '../../words/words.ts'
import { Notice } from './notice.tsx'

const { title, sentence, next } = shellWords.workspaceNotFound

/** The same whether it is unknown or of others. */
export function WorkspaceNotFound() {
  return (
    <Notice title={title} sentence={sentence}>
      <LinkButton to="/" kind="filled">
        {next}
      </LinkButton>
    </Notice>
  )
}

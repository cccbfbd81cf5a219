import { LinkButton } from '../../ui/action/link-button.tsx'
import { shellWords } from '../../words/words.ts'
import { Notice } from './notice.tsx'

const { title, sentence, next } = shellWords.pageNotFound

export function NotFound() {
  return (
    <Notice title={title} sentence={sentence}>
      <LinkButton to="/" kind="filled">
        {next}
      </LinkButton>
    </Notice>
  )
}

import { uiWords } from '../../words/words.ts'
import { CodeBlock } from './code-block.tsx'
import { curlCommand, type Call } from './curl-command.ts'
import { Disclosure } from './disclosure.tsx'

/** "Show as curl": the same call of the public API, filled in, with `$KEY`. */
export function Curl(call: Call) {
  return (
    <Disclosure title={uiWords.showAsCurl}>
      <CodeBlock code={curlCommand(call)} what={uiWords.command} />
    </Disclosure>
  )
}

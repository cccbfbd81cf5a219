import { CodeBlock } from '../../ui/data/code-block.tsx'
import { uiWords, webhookWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'

const { local } = webhookWords

/** How to receive events behind a firewall. */
export function LocalNote() {
  const workspace = useWorkspace()
  return (
    <section className="section stack">
      <h2>{local.title}</h2>
      <p>{local.sentence}</p>
      <CodeBlock code={local.command(workspace.id)} what={uiWords.command} />
    </section>
  )
}

import { createFileRoute } from '@tanstack/react-router'
import { useWorkspace } from '../parts/session/session.ts'
import { Leave } from '../parts/settings/leave.tsx'
import { Rename } from '../parts/settings/rename.tsx'
import styles from '../parts/settings/settings.module.css'
import { Copyable } from '../ui/data/copyable.tsx'
import { PageHead } from '../ui/page/page-head.tsx'
import { settingsWords as words } from '../words/words.ts'

interface Search {
  readonly dialog?: 'leave' | undefined
}

export const Route = createFileRoute('/w/$workspace/settings')({
  component: Settings,
  validateSearch: ({ dialog }: Record<string, unknown>): Search => ({
    dialog: dialog === 'leave' ? dialog : undefined,
  }),
})

function Settings() {
  const workspace = useWorkspace()
  const navigate = Route.useNavigate()
  const { dialog } = Route.useSearch()
  return (
    <>
      <PageHead title={words.title} />
      <Rename key={workspace.id} />
      <section className="section">
        <h2>{words.id}</h2>
        <p className="pencil">{words.idHelp}</p>
        <p className={styles.below}>
          <Copyable text={String(workspace.id)} what={words.id} />
        </p>
      </section>
      <section className="section">
        <h2>{words.exportTitle}</h2>
        <p className="pencil">{words.exportSentence}</p>
      </section>
      {workspace.type !== 'personal' && (
        <Leave
          asking={dialog === 'leave'}
          onAsk={(asking) => void navigate({ search: asking ? { dialog: 'leave' } : {}, replace: !asking })}
          onLeft={() => void navigate({ to: '/me/workspaces' })}
        />
      )}
    </>
  )
}

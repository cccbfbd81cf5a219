import { Dialog } from '../../ui/dialog/dialog.tsx'
import { shellWords } from '../../words/words.ts'
import type { Workspace } from '../session/session.ts'
import { JumpTo } from './jump-to.tsx'
import { Navigation } from './navigation.tsx'
import type { Overlay } from './shell.tsx'
import { Shortcuts } from './shortcuts.tsx'

interface OverlaysProps {
  readonly overlay: Overlay | undefined
  readonly onClose: () => void
  readonly workspace: Workspace | undefined
}

/** The dialogs of the shell, fetched with the first one. */
export function Overlays({ overlay, onClose, workspace }: OverlaysProps) {
  return (
    <>
      <Dialog open={overlay === 'menu'} onClose={onClose} title={shellWords.menu}>
        <Navigation workspace={workspace} onNavigate={onClose} />
      </Dialog>
      <Shortcuts open={overlay === 'shortcuts'} onClose={onClose} workspace={workspace} />
      {overlay === 'jump' && <JumpTo onClose={onClose} workspace={workspace} />}
    </>
  )
}

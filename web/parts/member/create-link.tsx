import { useState } from 'react'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { Button } from '../../ui/action/button.tsx'
import { toast } from '../../ui/toasts/toast.ts'
import { memberWords as words } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'

interface CreateLinkProps {
  readonly disabledReason?: string | undefined
  /** Gets the code of the link. */
  readonly onCreated: (code: string) => void
}

export function CreateLink({ disabledReason, onCreated }: CreateLinkProps) {
  const workspace = useWorkspace().id
  const [busy, setBusy] = useState(false)
  const create = async () => {
    setBusy(true)
    try {
      const { data } = await call('iam.createInviteCode', { workspace })
      await invalidate(workspace, 'members')
      onCreated(data.code)
    } catch (error) {
      toast.fail(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon="link" disabledReason={disabledReason} busy={busy} onClick={() => void create()}>
      {words.createLink}
    </Button>
  )
}

import { invalidate } from '../../api/queries.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { useWorkspace } from '../session/session.ts'

/** Runs a change of people, shows what it throws, and reads the lists again. */
export function useChange(): (change: () => Promise<void>) => void {
  const { id } = useWorkspace()
  return (change) => {
    const done = () => void invalidate(id, 'members')
    void change()
      .catch((error: unknown) => toast.fail(error))
      .finally(done)
  }
}

import { call, type Input, type OperationId } from '../../api/call.ts'
import { invalidate, queries } from '../../api/queries.ts'
import type { Topic } from '../../api/topics.ts'
import { toast } from '../../ui/toasts/toast.ts'

/** Calls, shows the change everywhere, and says so. Throws what the call throws. */
export async function change<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { topic, said }: { readonly topic: Topic; readonly said: string },
): Promise<void> {
  await call(id, input)
  toast.say(said)
  await invalidate(undefined, topic)
}

/** As `change`, for buttons: a failure is shown. */
export const changeNow = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { after, ...done }: { readonly topic: Topic; readonly said: string; readonly after?: () => void },
): void => void change(id, input, done).then(after, (error: unknown) => toast.fail(error))

/** After the person of this browser changed what they may do themselves. */
export const refreshSession = (): Promise<void> =>
  queries.invalidateQueries({ queryKey: [undefined, 'getSession'] })

import { call, type Input, type OperationId } from '../../api/call.ts'
import { invalidate, queries } from '../../api/queries.ts'
import type { Topic } from '../../api/topics.ts'
import { toast } from '../../ui/toasts/toast.ts'

interface Done {
  readonly topic: Topic
  readonly said: string
  /** Runs when the change is on screen. */
  readonly after?: () => void
}

/** Calls, says so, and shows the change everywhere. Throws what the call throws. */
export async function change<Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  { topic, said, after }: Done,
): Promise<void> {
  await call(id, input)
  toast.say(said)
  void invalidate(undefined, topic).then(after)
}

/** As `change`, for buttons: a failure is shown. */
export const changeNow = <Id extends OperationId>(id: Id, input: Input<Id>, done: Done): void =>
  void change(id, input, done).catch((error: unknown) => toast.fail(error))

/** After the person of this browser changed what they may do themselves. */
export const refreshSession = (): Promise<void> =>
  queries.invalidateQueries({ queryKey: [undefined, 'getSession'] })

import { Deadline } from '../deadline.ts'
import { OutgoingFailure, type FailureReason } from './failure.ts'
import { callableUrl, findTarget, isAllowed, type TargetRules } from './target.ts'

const resolveMsMax = 3000

/** Undefined if a request could go to the public URL. Sends nothing. Doesn't resolve hosts that the operator allowed. */
export async function checkTarget(text: string, rules: TargetRules): Promise<FailureReason | undefined> {
  const deadline = new Deadline()
  deadline.bound(resolveMsMax, () => new OutgoingFailure('unresolvable'))
  try {
    if (!isAllowed(callableUrl(text, 'public'), rules.allowHosts))
      await findTarget(text, 'public', rules, deadline.signal)
    return undefined
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    return error.reason
  } finally {
    deadline.close()
  }
}

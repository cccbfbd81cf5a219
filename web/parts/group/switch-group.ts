import { call, type ApiError } from '../../api/call.ts'
import { invalidate } from '../../api/queries.ts'
import { toast } from '../../ui/toasts/toast.ts'
import { groupWords } from '../../words/words.ts'
import { fetchGroups, showChange, stopReads, type Group } from './groups.ts'
import { isRefusal, reworded } from './refusal.ts'

/** Of each group, the newest change that runs. Another one follows it. */
const running = new Map<number, Promise<void>>()

/** Shows the new state at once, and takes it back with the reason if the server refuses. */
export async function switchGroup(workspace: number, group: Group, active: boolean): Promise<void> {
  showChange(workspace, group.id, (shown) => ({ ...shown, active }))
  const turn = (running.get(group.id) ?? Promise.resolve()).then(() => switchNow(workspace, group, active))
  running.set(group.id, turn)
  await turn
  if (running.get(group.id) !== turn) return
  running.delete(group.id)
  await invalidate(workspace, 'groups')
}

async function switchNow(workspace: number, group: Group, active: boolean): Promise<void> {
  await stopReads(workspace)
  showChange(workspace, group.id, (shown) => ({ ...shown, active }))
  try {
    await call('sms.updateGroup', { workspace, id: group.id, body: { active } })
    toast.say(active ? groupWords.resumed(group.name) : groupWords.paused(group.name))
  } catch (error) {
    showChange(workspace, group.id, (shown) => ({ ...shown, active: !active }))
    toast.fail(isRefusal(error, 'no_number') ? await inWords(workspace, group, error) : error)
  }
}

async function inWords(workspace: number, group: Group, error: ApiError): Promise<ApiError> {
  const other = await hostedBy(workspace, group.number_id)
  const { taken, lost } = groupWords.noNumber
  return reworded(error, other === undefined ? lost(group.number) : taken(group.number, other.name))
}

/** The active group of a number. */
export const hostedBy = async (workspace: number, numberId: number): Promise<Group | undefined> =>
  (await fetchGroups(workspace).catch(() => [])).find(
    ({ active, number_id: number }) => active && number === numberId,
  )

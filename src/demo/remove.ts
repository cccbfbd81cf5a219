import type { Context } from '../api/context.ts'
import { deleteLateRequests } from '../console/removal/delete-late-requests.ts'
import { deletePerson } from '../console/removal/delete-person.ts'
import { deleteWorkspace } from '../console/removal/delete-workspace.ts'
import {
  demoPeople,
  demoWorkspaces,
  endDemo,
  findDemo,
  realWorkspacesOfDemo,
} from '../identity/demo/store.ts'
import { OperatorError } from '../platform/operator-error.ts'
import type { ReportProgress } from '../platform/progress.ts'
import { type Additions, countAdditions } from './content-store.ts'
import { withDemoLock } from './with-lock.ts'

export interface RemovedDemo {
  readonly workspaces: number
  readonly people: number
}

interface Watched {
  readonly progress?: ReportProgress
  readonly signal?: AbortSignal
}

/** Another run finishes what a crash interrupts. Throws OperatorError when people of the demo own other workspaces. */
export const removeDemo = (context: Context, watched: Watched = {}): Promise<RemovedDemo> =>
  withDemoLock(context, () => takeOut(context, watched))

/** Under the lock. */
export async function takeOut(context: Context, { progress, signal }: Watched = {}): Promise<RemovedDemo> {
  const { database } = context
  const [kept] = await realWorkspacesOfDemo(database)
  if (kept)
    throw new OperatorError(
      `Workspace ${kept.id} is not of the demo, and someone of the demo owns it. Give it another owner first: ` +
        `bureau members owner --workspace ${kept.id} --user ID.`,
    )
  const [workspaces, people] = [await demoWorkspaces(database), await demoPeople(database)]
  for (const [done, { id }] of workspaces.entries()) {
    signal?.throwIfAborted()
    progress?.({ step: 'Removing workspaces', done, total: workspaces.length, unit: 'items' })
    await deleteWorkspace(context, id)
  }
  for (const [done, person] of people.entries()) {
    signal?.throwIfAborted()
    progress?.({ step: 'Removing people', done, total: people.length, unit: 'items' })
    await deletePerson(context, person)
  }
  await deleteLateRequests(
    context,
    workspaces.map(({ id }) => id),
  )
  await endDemo(database)
  return { workspaces: workspaces.length, people: people.length }
}

/** Undefined without a demo. */
export async function demoAdditions({
  database,
}: Pick<Context, 'database'>): Promise<
  { readonly organization: string; readonly added: Additions } | undefined
> {
  const demo = await findDemo(database)
  if (!demo) return undefined
  const workspaces = await demoWorkspaces(database)
  const ids = workspaces.map(({ id }) => id)
  const added = await countAdditions(database, ids, demo.filled_at ?? demo.began_at)
  return { organization: workspaces.find(({ type }) => type === 'org')?.name ?? 'The demo', added }
}

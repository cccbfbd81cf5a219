import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Data } from '../../api/call.ts'
import { read } from '../../api/queries.ts'

export type Session = Data<'getSession'>
export type Workspace = Session['workspaces'][number]

export const sessionQuery = { ...read('getSession', {}), staleTime: 60_000 }

/** Who is logged in, where, and in which workspaces. Layout routes have loaded it. */
export const useSession = (): Session => useSuspenseQuery(sessionQuery).data

/** The workspace with this ID in the URL, if the person belongs to it. */
export const findWorkspace = (session: Session, id: string): Workspace | undefined =>
  session.workspaces.find((workspace) => String(workspace.id) === id)

/** The workspace of the URL. Only below `/w/$workspace`. */
export function useWorkspace(): Workspace {
  const session = useSession()
  const { workspace: id = '' } = useParams({ strict: false })
  const workspace = findWorkspace(session, id)
  if (!workspace) throw new Error('This page is not below a workspace of this person.')
  return workspace
}

/** Owners and admins. */
export const manages = ({ role }: Workspace): boolean => role !== 'member'

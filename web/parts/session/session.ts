import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { callPath } from '../../api/call.ts'

export type Role = 'owner' | 'admin' | 'member'

export interface Workspace {
  readonly id: number
  readonly name: string
  readonly type: 'personal' | 'organization'
  readonly role: Role
  readonly services: readonly string[]
}

export interface Session {
  readonly user: {
    readonly id: number
    readonly email: string
    readonly first_name: string
    readonly last_name: string
    readonly two_step: boolean
    readonly operator: boolean
  }
  readonly workspaces: readonly Workspace[]
  readonly session_id: number
  readonly installation: {
    readonly version: string
    readonly gateway_url: string
    readonly files_origin_url: string
    readonly sms_base_url: string
    readonly phones_url: string
    readonly mail: boolean
  }
}

export const sessionQuery = queryOptions({
  queryKey: [undefined, 'getSession', {}] as const,
  queryFn: async ({ signal }) => {
    const { data } = await callPath<{ readonly data: Session }>('GET', '/session', {}, { signal })
    return data
  },
  staleTime: 60_000,
})

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

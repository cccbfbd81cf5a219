import type { Session, Workspace } from './session.ts'

const key = 'bureau_workspace'

export function rememberWorkspace({ id }: Workspace): void {
  try {
    localStorage.setItem(key, String(id))
  } catch {
    // Storage may be full or forbidden. The personal workspace opens then.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** The workspace that this browser showed last, otherwise the personal one. */
export function lastWorkspace({ workspaces }: Session): Workspace | undefined {
  const last = remembered()
  return (
    workspaces.find(({ id }) => String(id) === last) ??
    workspaces.find(({ type }) => type === 'personal') ??
    workspaces[0]
  )
}

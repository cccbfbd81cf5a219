const foldersMax = 10

export interface RecentFolder {
  readonly id: string
  readonly name: string
}

const keyOf = (workspace: string): string => `bureau_folders_${workspace}`

const isFolder = (value: unknown): value is RecentFolder =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as RecentFolder).id === 'string' &&
  typeof (value as RecentFolder).name === 'string'

/** Folders of a workspace that this browser showed, the last one first. */
export function recentFolders(workspace: string): readonly RecentFolder[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(workspace)) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isFolder) : []
  } catch {
    return []
  }
}

export function rememberFolder(workspace: string, { id, name }: RecentFolder): void {
  store(workspace, [{ id, name }, ...others(workspace, id)].slice(0, foldersMax))
}

/** The folder is gone. */
export function forgetFolder(workspace: string, id: string): void {
  if (recentFolders(workspace).some((folder) => folder.id === id)) store(workspace, others(workspace, id))
}

const others = (workspace: string, id: string) =>
  recentFolders(workspace).filter((folder) => folder.id !== id)

function store(workspace: string, folders: readonly RecentFolder[]): void {
  try {
    localStorage.setItem(keyOf(workspace), JSON.stringify(folders))
  } catch {
    // Storage may be full or forbidden. No folder is remembered then.
  }
}

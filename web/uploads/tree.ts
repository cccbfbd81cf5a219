import type { Picked } from './picked.ts'
import type { Taken } from './engine/requests.ts'

interface PickedFile extends Picked {
  readonly file: File
}

/** A folder that was dropped, or the one into which it was dropped. */
export interface Folder {
  readonly name: string
  readonly path: readonly string[]
  /** Undefined until it exists. */
  id: string | null | undefined
  readonly folders: Map<string, Folder>
  files: PickedFile[]
  /** What it has already of these names. */
  taken: readonly Taken[]
}

const isFile = (picked: Picked): picked is PickedFile => picked.file !== undefined

export function treeOf(picked: readonly Picked[], id: string | null): Folder {
  const root = emptyFolder('', [], id)
  for (const each of picked) {
    const folder = each.folders.reduce(childOf, root)
    if (isFile(each)) folder.files.push(each)
  }
  return root
}

const emptyFolder = (name: string, path: readonly string[], id: string | null | undefined): Folder => ({
  name,
  path,
  id,
  folders: new Map(),
  files: [],
  taken: [],
})

function childOf(folder: Folder, name: string): Folder {
  const known = folder.folders.get(name)
  if (known) return known
  const child = emptyFolder(name, [...folder.path, name], undefined)
  folder.folders.set(name, child)
  return child
}

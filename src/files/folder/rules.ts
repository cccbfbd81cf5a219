import { previewOfName } from '../item/rules.ts'

export interface NaturalOrder {
  /** Folders first, by name; `img2` before `img10`. */
  readonly ids: readonly string[]
  /** Files begin here. */
  readonly folders: number
  readonly pictures: number
}

interface Named {
  readonly id: string
  readonly type: 'file' | 'folder'
  readonly name: string
}

const collator = new Intl.Collator('en', { numeric: true })

/** Equal names stay in the order in which they come. */
export function naturalOrder(children: readonly Named[]): NaturalOrder {
  const byName = children.toSorted((a, b) => collator.compare(a.name, b.name))
  const [folders, files] = (['folder', 'file'] as const).map((wanted) =>
    byName.filter(({ type }) => type === wanted),
  )
  return {
    ids: [...(folders ?? []), ...(files ?? [])].map(({ id }) => id),
    folders: folders?.length ?? 0,
    pictures: files?.filter(({ name }) => previewOfName(name).kind === 'image').length ?? 0,
  }
}

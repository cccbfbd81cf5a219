import type { IconName } from '../../ui/icon.tsx'
import { itemWords as words } from '../../words/words.ts'
import type { ItemActions } from './actions.tsx'
import type { Item } from './item.ts'

export type Verb = keyof typeof words.verbs

export const verbs: readonly { readonly verb: Verb; readonly icon: IconName }[] = [
  { verb: 'download', icon: 'download' },
  { verb: 'share', icon: 'share' },
  { verb: 'rename', icon: 'edit' },
  { verb: 'move', icon: 'folderMove' },
  { verb: 'copy', icon: 'copy' },
  { verb: 'compress', icon: 'archive' },
  { verb: 'unzip', icon: 'unzip' },
  { verb: 'remove', icon: 'trash' },
]

const ofOne: Partial<Record<Verb, string>> = {
  share: words.oneToShare,
  rename: words.oneToRename,
  unzip: words.oneToUnzip,
}

const isZip = ({ type, extension }: Item): boolean => type === 'file' && extension === 'zip'

/** Why these items cannot be treated so. */
export function obstacleTo(verb: Verb, items: readonly Item[], hasFiles: boolean): string | undefined {
  if (!hasFiles) return words.notInPlan
  if (verb === 'unzip' && !items.some(isZip)) return words.notZip
  return items.length > 1 ? ofOne[verb] : undefined
}

interface Handlers {
  readonly actions: ItemActions
  readonly onShare: (item: Item) => void
}

export function act(verb: Verb, items: readonly Item[], { actions, onShare }: Handlers): void {
  const [first] = items
  if (!first) return
  const handlers: Readonly<Record<Verb, () => void>> = {
    download: () => actions.download(items),
    share: () => onShare(first),
    rename: () => actions.rename(first),
    move: () => actions.moveTo(items),
    copy: () => actions.copyTo(items),
    compress: () => actions.compress(items),
    unzip: () => actions.unzip(first),
    remove: () => actions.remove(items),
  }
  handlers[verb]()
}

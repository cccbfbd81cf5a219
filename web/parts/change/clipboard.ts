import { value } from '../../uploads/value.ts'
import type { Item } from '../item/item.ts'

interface Clipboard {
  readonly kind: 'cut' | 'copy'
  readonly workspace: string
  readonly items: readonly Item[]
}

/** What was cut or copied last. It outlives the folder that it was taken from. */
export const clipboard = value<Clipboard | undefined>(undefined)

const none: ReadonlySet<string> = new Set()

export const cutIn = (clip: Clipboard | undefined, workspace: string): ReadonlySet<string> =>
  clip?.kind === 'cut' && clip.workspace === workspace ? new Set(clip.items.map(({ id }) => id)) : none

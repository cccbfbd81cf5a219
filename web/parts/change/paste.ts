import { toast } from '../../ui/toasts/toast.ts'
import { itemWords } from '../../words/words.ts'
import { clipboard } from './clipboard.ts'
import type { Place } from './free-names.ts'
import { transfer } from './transfer.ts'

/** Moves or copies what was cut or copied into a folder. What was cut can be pasted once. */
export function paste(place: Place): void {
  const clip = clipboard.get()
  if (!clip) return
  if (clip.workspace !== place.workspace) return toast.problem(itemWords.elsewhere)
  if (clip.kind === 'cut') clipboard.set(undefined)
  void transfer(clip.kind === 'cut' ? 'move' : 'copy', clip.items, place)
}

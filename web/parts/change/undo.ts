import { toast, type Said } from '../../ui/toasts/toast.ts'
import { itemWords } from '../../words/words.ts'

export const undoSeconds = 8

/** What can still be undone, the last one at the end. */
const open: (() => void)[] = []

/** Says what happened and offers *Undo* for eight seconds. Closing the notice ends the offer. */
export function offerUndo(text: string, undo: () => void): Said {
  const expire = () => {
    const index = open.indexOf(run)
    if (index >= 0) open.splice(index, 1)
  }
  const close = () => {
    clearTimeout(timer)
    expire()
    notice.close()
  }
  const run = () => {
    close()
    undo()
  }
  const notice = toast.say(text, { label: itemWords.undo, seconds: undoSeconds, run })
  // The notice itself stays while the pointer is over it.
  const timer = setTimeout(expire, undoSeconds * 1000)
  open.push(run)
  return { add: notice.add, close }
}

/** As *Undo* of the last notice does. */
export const undoLast = (): void => open.at(-1)?.()

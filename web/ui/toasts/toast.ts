import { Toast } from '@base-ui/react/toast'
import { failureOf } from '../failure.ts'

export interface ToastData {
  readonly requestId?: string | undefined
}

export const toastManager = Toast.createToastManager<ToastData>()

let waiting: (() => void)[] | undefined = []

/** The region is fetched after the first picture. What is said before waits for it. */
function whenShown(say: () => void): void {
  if (waiting) waiting.push(say)
  else say()
}

/** The region is there. */
export function showWaiting(): void {
  const said = waiting ?? []
  waiting = undefined
  for (const say of said) say()
}

interface Action {
  readonly label: string
  readonly run: () => void
  /** How long it can be taken. */
  readonly seconds?: number
}

export interface Said {
  /** Adds a line below, if it is still shown. */
  readonly add: (line: string) => void
  readonly close: () => void
}

/** Notices at the bottom left, from anywhere. */
export const toast = {
  /** Says what happened, for six seconds: `toast.say('Key revoked.')`. */
  say(text: string, action?: Action): Said {
    let id: string | undefined
    let closed = false
    whenShown(() => {
      if (closed) return
      const shown = toastManager.add({
        title: text,
        timeout: (action?.seconds ?? 6) * 1000,
        ...(action && {
          actionProps: {
            children: action.label,
            onClick: () => {
              action.run()
              toastManager.close(shown)
            },
          },
        }),
      })
      id = shown
    })
    return {
      add: (line) => {
        if (id !== undefined && !closed) toastManager.update(id, { description: line })
      },
      close: () => {
        closed = true
        if (id !== undefined) toastManager.close(id)
      },
    }
  },

  /** Shows what an action threw, until it is closed. */
  fail(error: unknown): void {
    const { message, requestId } = failureOf(error)
    whenShown(() => toastManager.add({ title: message, type: 'error', timeout: 0, data: { requestId } }))
  },

  /** Shows a sentence as an error. */
  problem(text: string): void {
    whenShown(() => toastManager.add({ title: text, type: 'error', timeout: 0 }))
  },
}

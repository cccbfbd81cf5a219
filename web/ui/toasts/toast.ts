import { Toast } from '@base-ui/react/toast'
import { failureOf } from '../failure.ts'

export interface ToastData {
  readonly requestId?: string | undefined
}

export const toastManager = Toast.createToastManager<ToastData>()

interface Action {
  readonly label: string
  readonly run: () => void
  /** How long it can be taken. */
  readonly seconds?: number
}

/** Notices at the bottom left, from anywhere. */
export const toast = {
  /** Says what happened, for six seconds: `toast.say('Key revoked.')`. */
  say(text: string, action?: Action): void {
    const id = toastManager.add({
      title: text,
      timeout: (action?.seconds ?? 6) * 1000,
      ...(action && {
        actionProps: {
          children: action.label,
          onClick: () => {
            action.run()
            toastManager.close(id)
          },
        },
      }),
    })
  },

  /** Shows what an action threw, until it is closed. */
  fail(error: unknown): void {
    const { message, requestId } = failureOf(error)
    toastManager.add({
      title: message,
      type: 'error',
      timeout: 0,
      data: { requestId },
    })
  },

  /** Shows a sentence as an error. */
  problem(text: string): void {
    toastManager.add({ title: text, type: 'error', timeout: 0 })
  },
}

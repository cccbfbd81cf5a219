import { Toast } from '@base-ui/react/toast'
import { failureOf } from '../failure.ts'

export interface ToastData {
  readonly requestId?: string | undefined
}

export const toastManager = Toast.createToastManager<ToastData>()

/** Notices from before the region is there, which is fetched after the first picture. */
let early: (() => void)[] | undefined = []

function whenShown(add: () => void): void {
  if (early) early.push(add)
  else add()
}

/** The region is there. */
export function showEarlyToasts(): void {
  const adds = early ?? []
  early = undefined
  for (const add of adds) add()
}

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
    whenShown(() => {
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
    })
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

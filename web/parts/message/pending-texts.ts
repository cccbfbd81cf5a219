import { value } from '../../uploads/value.ts'

/** A text that the server has not answered yet. */
export interface PendingText {
  readonly key: string
  readonly workspace: number
  /** Of the conversation that it is in, or else `group`. */
  readonly phone?: string
  readonly group?: number
  readonly body: string
  readonly at: string
}

export const pendingTexts = value<readonly PendingText[]>([])

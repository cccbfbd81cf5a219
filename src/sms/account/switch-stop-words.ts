import type { Context } from '../../api/context.ts'
import { writeStopWords } from './store.ts'

/** `accounts stop-words`. Switching them off does not end opt-outs. Throws `workspace_not_found`. */
export const switchStopWords = (
  { database }: Pick<Context, 'database'>,
  workspaceId: number,
  on: boolean,
): Promise<void> => database.transaction((tx) => writeStopWords(tx, workspaceId, on))

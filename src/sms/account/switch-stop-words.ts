import type { Context } from '../../api/context.ts'
import { writeStopWords } from './store.ts'

/** `accounts stop-words`. While they are off, phones that opted out before stay opted out. Throws `workspace_not_found`. */
export const switchStopWords = (
  { database }: Pick<Context, 'database'>,
  workspaceId: number,
  on: boolean,
): Promise<void> => database.transaction((tx) => writeStopWords(tx, workspaceId, on))

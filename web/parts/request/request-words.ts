import { requestWords } from '../../words/words.ts'
import type { ListedRequest } from './use-requests.ts'

/** "files.getFile". Operations that the app adopts have their service in their name. */
export function operationOf({ service, operation }: ListedRequest): string {
  if (operation === null) return requestWords.unknownOperation
  return operation.includes('.') ? operation : `${service}.${operation}`
}

/** The name of the key that it was made with. null: made in the app. */
export const keyOf = ({ key_id: id, key_name: name }: ListedRequest): string | null =>
  id === null ? null : (name ?? requestWords.unknownKey(id))

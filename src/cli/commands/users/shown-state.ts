import type { ListedUser } from '../../../identity/user/store.ts'
import { shownTime } from '../../listing.ts'

export function shownState({ disabled_at: disabledAt, delete_at: deleteAt }: ListedUser): string {
  if (deleteAt) return `gone on ${shownTime(deleteAt)}`
  return disabledAt === null ? 'active' : 'disabled'
}

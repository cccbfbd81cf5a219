import type { Person } from '../../identity/schemes/session.ts'
import { isRefusal } from '../../identity/refusal.ts'
import { holdSession } from '../../identity/session/hold-session.ts'
import { goTo, type PageAnswer } from '../../api/pages/answer.ts'
import type { PageContext } from '../../api/pages/page.ts'
import type { Transaction } from '../../platform/database/database.ts'

/** Changes the person's account while their session is open. If it has ended, they log in again. */
export async function inSession(
  { database, caller }: PageContext<Person>,
  work: (tx: Transaction) => Promise<PageAnswer>,
): Promise<PageAnswer> {
  try {
    return await database.transaction(async (tx) => {
      await holdSession(tx, caller)
      return work(tx)
    })
  } catch (error) {
    if (isRefusal(error, 'session_ended')) return goTo('/login')
    throw error
  }
}

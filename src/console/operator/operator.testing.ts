import { inForce } from '../../identity/in-force.ts'
import { makeOperator } from '../../identity/operator/change-operators.ts'
import { listEntries } from '../../identity/audit/store.ts'
import type { TestApp } from '../../../test/harness.ts'
import { logIn, type Browser } from '../console.testing.ts'

/** A new person who is an operator and logged in. */
export async function operator(app: TestApp): Promise<Browser> {
  const { userId } = await app.tenant()
  await inForce(app.context, (tx) => makeOperator(tx, userId, {}))
  return logIn(app, userId)
}

/** What this operator did in the app, newest first: `user.disable user:17`. */
export async function doneBy(app: TestApp, { userId }: Browser): Promise<readonly string[]> {
  const entries = await listEntries(app.context.database, { userId }, 100)
  return entries
    .filter(({ actor }) => actor === 'operator')
    .map(({ action, target }) => `${action} ${target}`)
}

interface Page<Row> {
  readonly data: readonly Row[]
  readonly meta: { readonly next_before: number | null }
}

/** A page of a list with its `meta`. */
export async function pageOfList<Row>(browser: Browser, path: string): Promise<Page<Row>> {
  const answer = await browser.call('GET', path)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body as Page<Row>
}

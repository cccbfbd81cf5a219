import { fillDemo } from '../demo/fill.ts'
import { firstRealPerson } from '../identity/demo/store.ts'
import { isRefusal } from '../identity/refusal.ts'
import { firstPerson } from '../identity/setup/rules.ts'
import { createUser } from '../identity/user/create-user.ts'
import type { Instance } from './instance.ts'
import { openLineWriter } from '../platform/log/line-writer.ts'
import { monotonicMs } from '../platform/clock.ts'

/** The person of the first run is a member of the demo, so that the new operator sees it. */
export async function startDemo({ context }: Instance, { json }: { readonly json: boolean }): Promise<void> {
  const { database, log, setUpWorkspace } = context
  if (!json)
    openLineWriter(1).write('Filling the new installation with demo data. This takes some seconds.\n')
  const startedMs = monotonicMs()
  const person =
    (await firstRealPerson(database)) ??
    (await database
      .transaction((tx) => createUser(tx, setUpWorkspace, { ...firstPerson, plan: 'standard' }))
      .catch((error: unknown) => {
        // Another process started at the same time.
        if (!isRefusal(error, 'email_taken')) throw error
        return firstRealPerson(database)
      }))
  await fillDemo(context, person?.id)
  log.info({ duration_ms: Math.round(monotonicMs() - startedMs) }, 'The demo data is there.')
}

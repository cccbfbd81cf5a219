import { createSetupLink } from '../identity/setup/create-setup-link.ts'
import { anyOperator } from '../identity/operator/store.ts'
import { isRefusal } from '../identity/refusal.ts'
import type { Instance } from './instance.ts'
import { dataOption, framed } from './show-first-run.ts'

/** Undefined when there is an operator. Without a terminal, a journal would store the link, so the command is named. */
export async function showSetup(
  { context, dataDir }: Instance,
  { terminal }: { readonly terminal: boolean },
): Promise<string | undefined> {
  const { database, random, origins } = context
  if (await anyOperator(database)) return undefined
  if (!terminal) return `No operator yet. To create one: bureau setup-link${dataOption(dataDir)}`
  try {
    const { url } = await database.transaction((tx) =>
      createSetupLink(tx, { random, filesOrigin: origins.files }),
    )
    return framed([
      'Set up Bureau: open this link in a browser. It works once, within 30 minutes.',
      'For a new one: bureau setup-link' + dataOption(dataDir),
      '',
      url,
    ])
  } catch (error) {
    // Somebody used another link at the same time.
    if (isRefusal(error, 'setup_closed')) return undefined
    throw error
  }
}

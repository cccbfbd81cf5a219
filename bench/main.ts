import { benchAlike } from './alike.ts'
import { benchApi } from './api.ts'
import { benchFiles } from './files.ts'
import { benchIam } from './iam.ts'
import { benchNeighbour } from './neighbour.ts'
import { benchPhones } from './phones.ts'
import { benchRestore } from './restore.ts'
import { benchSms } from './sms.ts'
import { benchStart } from './start.ts'
import { benchWeb } from './web.ts'
import { benchWebhooks } from './webhooks.ts'

const benches: Readonly<Record<string, (rows: readonly string[]) => Promise<void>>> = {
  alike: benchAlike,
  api: benchApi,
  files: benchFiles,
  iam: benchIam,
  neighbour: benchNeighbour,
  phones: benchPhones,
  restore: benchRestore,
  sms: benchSms,
  start: benchStart,
  web: benchWeb,
  webhooks: benchWebhooks,
}

// npm starts this process with sixteen threads for disks, so that sixteen uploads to a peer can be flushed at once. Servers that are
// started from here have as many as they choose.
delete process.env['UV_THREADPOOL_SIZE']

// `npm run bench -- api`: one bench, or all of them; words after its name choose rows: `npm run bench -- files copy`.
const [chosen, ...rows] = process.argv.slice(2)
for (const name of chosen === undefined ? Object.keys(benches) : [chosen]) {
  const bench = benches[name]
  if (!bench) throw new Error(`Unknown bench "${name}". Use: ${Object.keys(benches).join(', ')}.`)
  console.log(`\n${name}`)
  await bench(rows)
}

import { benchAcceptAccounts, benchAcceptHundred, benchAcceptSingles } from './sms/accept.ts'
import { benchEngine } from './sms/engine.ts'
import { benchIdle } from './sms/idle.ts'
import { benchLatency } from './sms/latency.ts'
import { benchLists } from './sms/list.ts'
import { benchRows, type Rows } from './rows.ts'
import { openWorld, type World } from './sms/world.ts'

// Text messages over the SMS origin. Every row has its own server, so that no row affects another.

const rows: Rows<World> = {
  accept: benchAcceptHundred,
  singles: benchAcceptSingles,
  accounts: benchAcceptAccounts,
  latency: benchLatency,
  engine: benchEngine,
  idle: benchIdle,
  lists: benchLists,
}

/** `npm run bench -- sms`, or with the names of rows: `npm run bench -- sms singles`. */
export const benchSms = (names: readonly string[]): Promise<void> => benchRows(names, rows, openWorld)

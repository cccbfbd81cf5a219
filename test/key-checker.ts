import { openKeyCache } from '../src/identity/key/cache.ts'
import { digestOf } from '../src/identity/key/format.ts'
import { invalidity } from '../src/identity/key/rules.ts'
import { systemClock } from '../src/platform/clock.ts'
import { openNotifications } from '../src/platform/database/notifications.ts'
import { openDatabase } from '../src/platform/database/pool.ts'
import { silentLog } from './log.ts'

// A second process of the installation, as far as keys go: answers for each key that it receives whether it is valid.
const [connectionString = ''] = process.argv.slice(2)
const database = await openDatabase({ connectionString, clock: systemClock, log: silentLog, poolMax: 2 })
const notifications = await openNotifications({ connectionString, log: silentLog })
const cache = openKeyCache(database, notifications)

process.on('message', (key: string) => {
  void cache.find(digestOf(key)).then((row) => {
    process.send?.(row ? (invalidity(row, systemClock.now()) ?? 'valid') : 'unknown_key')
  })
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { findLastGood, findLastTry } from '../../backup/store.ts'
import { counted } from '../../platform/counted.ts'
import { hasCode } from '../../platform/system-error.ts'
import type { Check, Warning } from './check.ts'

const hourMs = 60 * 60 * 1000
const ageMsMax = 26 * hourMs

/** Says when the last good backup was made, and warns if it is old or would be lost with the data. */
export const checkBackups: Check = async ({ clock, database, settings }) => {
  const { location, at } = settings.backups
  const [good, last] = await Promise.all([findLastGood(database), findLastTry(database)])
  const ageMs = good ? clock.now().getTime() - good.ended_at.getTime() : Infinity
  const found = good
    ? `The last good one is ${good.name} in ${good.place}, ${shownAge(ageMs)} old.`
    : 'No good backup exists yet.'
  if (!location) return warned('Nightly backups are off (BUREAU_BACKUPS).', found)
  const failure = last?.error == null ? '' : `The last try failed: ${last.error}`
  if (ageMs > ageMsMax || failure !== '') return warned(found, failure, nextTime(at))
  const sameDisk =
    location.kind === 'directory' && (await isOnDiskOf(settings.dataDir, location.directory))
      ? 'Nightly backups are on the same disk as the data: set BUREAU_BACKUPS to another one.'
      : ''
  return [found, sameDisk].filter((sentence) => sentence !== '').join(' ')
}

const warned = (...sentences: readonly string[]): Warning => ({
  warning: sentences.filter((sentence) => sentence !== '').join(' '),
})

const nextTime = ({ hour, minute }: { readonly hour: number; readonly minute: number }): string =>
  `The next one is made at ${[hour, minute].map((part) => String(part).padStart(2, '0')).join(':')} UTC; "bureau backup create" makes one now.`

const shownAge = (ms: number): string =>
  ms < hourMs
    ? counted(Math.max(0, Math.round(ms / 60_000)), 'minute')
    : counted(Math.round(ms / hourMs), 'hour')

const isOnDiskOf = async (one: string, other: string): Promise<boolean> =>
  (await deviceOf(one)) === (await deviceOf(other))

/** The directory may not exist yet. */
async function deviceOf(path: string): Promise<number> {
  try {
    return (await stat(path)).dev
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || dirname(path) === path) throw error
    return deviceOf(dirname(path))
  }
}

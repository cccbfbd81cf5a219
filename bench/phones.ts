import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { phoneStorm } from '../test/phone-storm.ts'
import { table } from './report.ts'

// `npm run bench -- phones`: 100,000 messages through 50 phones that play the app, while the server is killed every four
// seconds. `npm run bench -- phones 5000 20` has 5,000 messages and 20 phones.

const messagesDefault = 100_000
const phonesDefault = 50
const killEveryMs = 4000

export async function benchPhones(rows: readonly string[]): Promise<void> {
  const [messages = messagesDefault, phones = phonesDefault] = rows.map(Number)
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-bench-'))
  try {
    const counts = await phoneStorm({
      dataDir,
      messages,
      phones,
      killEveryMs,
      progress: (line) => console.log(line),
    })
    const counted = Object.entries<number>({ ...counts }).map(([name, count]) => [
      name,
      String(Math.round(count)),
    ])
    console.log(table([`${messages} messages, ${phones} phones`, ''], counted))
    const { lost, sentTwice, invented, miscounted, mischargedMicros } = counts
    if ([lost, sentTwice, invented, miscounted, mischargedMicros].some((count) => count !== 0))
      throw new Error('Messages or money are missing.')
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

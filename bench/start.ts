import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../test/server.ts'
import { below, inTurns, ms, unaccompanied, type Outcome } from './outcome.ts'
import { median } from './report.ts'
import { benchRows } from './rows.ts'

// `npm run bench -- start`: from the command to its first line, when all origins listen and the database is there.

const rounds = 5
const againMsMax = 2000

export const benchStart = (names: readonly string[]): Promise<void> =>
  benchRows(names, { start: measureStart }, openPlace)

interface Place {
  readonly dataDir: string
  readonly close: () => Promise<void>
}

async function openPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-bench-'))
  return { dataDir, close: () => rm(dataDir, { recursive: true, force: true }) }
}

async function measureStart({ dataDir }: Place): Promise<Outcome[]> {
  const started = async (at: string, isFirst: boolean) => {
    const startedMs = performance.now()
    const server = await startServer({ dataDir: at, isFirst })
    const tookMs = performance.now() - startedMs
    await server.stop()
    return tookMs
  }
  let installations = 0
  const first = () => started(join(dataDir, `${installations++}`), true)
  const again = () => started(join(dataDir, '0'), false)
  const samples = await inTurns(
    [
      { name: 'first', measure: first },
      { name: 'Bureau', measure: again },
    ],
    rounds,
    async () => undefined,
  )
  const firsts = new Map([['Bureau', samples.get('first') ?? []]])
  return [
    unaccompanied('the first start, which makes the database', firsts),
    below('each start after that', median(samples.get('Bureau') ?? []), againMsMax, ms),
  ]
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hash } from '@node-rs/argon2'
import pg from 'pg'
import { cost } from '../src/platform/secrets/argon2.ts'
import { runningPostgres } from '../src/platform/postgres/embedded.ts'
import { startServer, type Server } from '../test/server.ts'
import { eachAtOnce } from './files/client.ts'
import { ms, type Outcome } from './outcome.ts'
import { median } from './report.ts'
import { benchRows } from './rows.ts'

// `npm run bench -- alike`: whether response times reveal who has an account under load. Known and unknown addresses are
// mixed, each person and each visitor once, so that no throttle applies.

const people = 400
const atOnce = 16
/** Medians of such samples differ by a few hundredths by chance. */
const differenceMax = 0.1

interface Place {
  readonly server: Server
  readonly close: () => Promise<void>
}

export const benchAlike = (names: readonly string[]): Promise<void> =>
  benchRows(
    names,
    {
      'log-in': (place) =>
        measure(place, 'log-in with a wrong password', '/login', { password: 'wrong horse' }),
      forgotten: (place) => measure(place, 'a forgotten password', '/forgot', {}),
    },
    openPlace,
  )

async function openPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bureau-bench-'))
  // What visitors say of their addresses is believed.
  const server = await startServer({ dataDir, env: { BUREAU_TRUSTED_PROXIES: '1' } })
  const database = new pg.Client(runningPostgres(dataDir))
  await database.connect()
  await database.query(
    `insert into identity.user (email, first_name, last_name, password_hash, created_at)
     select 'known-' || n || '@example.com', 'Person', n::text, $1, now() from generate_series(0, $2::int - 1) n`,
    [await hash('a battery staple', cost), people],
  )
  await database.end()
  const close = async () => {
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
  return { server, close }
}

async function measure(
  { server }: Place,
  what: string,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Outcome[]> {
  const origin = server.urls.files_origin_url
  const samples = { known: [] as number[], unknown: [] as number[] }
  await eachAtOnce(Array(2 * people).keys(), atOnce, async (index) => {
    const kind = index % 2 === 0 ? 'known' : 'unknown'
    const startedMs = performance.now()
    const answer = await fetch(origin + path, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin, 'x-forwarded-for': `10.${index >> 8}.${index % 256}.1` },
      body: new URLSearchParams({ email: `${kind}-${index >> 1}@example.com`, ...fields }),
    })
    await answer.arrayBuffer()
    if (answer.status >= 500 || answer.status === 429) throw new Error(`${path} answered ${answer.status}.`)
    // The first requests compile code for the others.
    if (index > people / 2) samples[kind].push(performance.now() - startedMs)
  })
  const [known, unknown] = [median(samples.known), median(samples.unknown)]
  const difference = Math.abs(known / unknown - 1)
  return [
    {
      what: `${what}, ${atOnce} at once, median`,
      bureau: `known ${ms(known)}`,
      peer: `unknown ${ms(unknown)}`,
      ratio: `${(known / unknown).toFixed(2)} x`,
      goal: `within ${differenceMax * 100} %`,
      met: difference <= differenceMax,
    },
  ]
}

import type { World } from './world.ts'
import { addManyFiles, folderId } from './many-files.ts'
import { send } from './client.ts'
import { below, ms, percentile95, type Outcome } from '../outcome.ts'

const filesInAll = 1_000_000
const filesAFolder = 5000
const folders = filesInAll / filesAFolder

/** Parts of names: of one file, of a few, of many thousands, of all, of none; short and long. */
const queries = [
  'berlin',
  'report',
  'pdf',
  'a',
  'oslo 12',
  '4711',
  '999999',
  'invoice paris 77',
  'nothing like it',
  'ö',
  'minutes',
  'xl',
  '.jpg',
  'wien 5',
  'photo lyon',
  '123456.pdf',
  ' ',
  'e',
  '00',
  'zzz',
  'plan rome 9',
  'scan',
  '77',
  'q',
  'berlin.pdf',
  'x'.repeat(200),
]
/** What a search asks for beside a part of the name; in turn. */
const narrowings = ['&type=file', '&type=folder', '&offset=4900', `&parent_id=${folderId(7)}`]
/** Below the 60 a minute of a key. */
const searchesAKey = 50
const keys = 4
const listings = 100

async function sampled(count: number, url: (index: number) => string, headers: Record<string, string>) {
  const samples: number[] = []
  for (let index = 0; index < count; index++) samples.push((await send(url(index), { headers })).ms)
  return samples
}

async function sampledSearches(world: World, narrowing: (index: number) => string) {
  const samples: number[] = []
  const slowest = { query: '', ms: 0 }
  for (let member = 0; member < keys; member++) {
    const authorization = `Bearer ${await world.anotherKey()}`
    for (let index = 0; index < searchesAKey; index++) {
      const query = queries[(index + member) % queries.length] ?? ''
      const url = `${world.base}/search?q=${encodeURIComponent(query)}&limit=100${narrowing(index + member)}`
      const answer = await send(url, { headers: { authorization } })
      samples.push(answer.ms)
      if (answer.ms > slowest.ms) Object.assign(slowest, { query, ms: answer.ms })
    }
  }
  return { p95: percentile95(samples), note: `slowest "${slowest.query}" ${ms(slowest.ms)}` }
}

/** The first page of a folder of 5,000 and searches, with 1,000,000 files in the workspace. */
export async function benchListing(world: World): Promise<Outcome[]> {
  await addManyFiles(world, { folders, filesAFolder })
  await world.untilIdle()
  const firstPage = (index: number) =>
    `${world.base}/files?parent_id=${folderId((index * 7) % folders)}&limit=100`
  await sampled(20, firstPage, world.authorized)
  const pages = await sampled(listings, firstPage, world.authorized)
  const whole = await sampledSearches(world, () => '')
  const narrowed = await sampledSearches(world, (index) => narrowings[index % narrowings.length] ?? '')
  return [
    below('first page of 5,000 among 1,000,000, p95', percentile95(pages), 10, ms),
    below('search among 1,000,000, p95', whole.p95, 50, ms, whole.note),
    below('the same by type, in a folder, or the last page, p95', narrowed.p95, 50, ms, narrowed.note),
  ]
}

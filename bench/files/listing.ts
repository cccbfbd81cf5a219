import type { World } from './world.ts'
import { send } from './client.ts'
import { below, ms, percentile95, type Outcome } from '../outcome.ts'

const filesInAll = 1_000_000
const filesAFolder = 5000
const folders = filesInAll / filesAFolder

const folderId = (index: number) => `d${`${index % folders}`.padStart(7, '0')}`

/** Each name once, of the kind that people give: two words, a number, an ending. All files share one blob. */
const insertFiles = `
  insert into files.file
    (id, workspace_id, parent_id, type, name, folded_name, size, blob_key, created_at, updated_at)
  select
    'n' || lpad(n::text, 7, '0'), $1::bigint, 'd' || lpad($2::text, 7, '0'), 'file', name, lower(name), 4096, $3, $4, $4
  from generate_series($2::int * ${filesAFolder}, ($2::int + 1) * ${filesAFolder} - 1) n
  cross join lateral (
    select (array['Report','Invoice','Photo','Contract','Minutes','Budget','Offer','Letter','Plan','Scan'])[1 + n % 10]
      || ' ' || (array['Berlin','Paris','Lyon','Oslo','Rome','Madrid','Praha','Wien','Genf'])[1 + n % 9]
      || ' ' || n || (array['.pdf','.docx','.xlsx','.jpg','.txt','.odt','.png'])[1 + n % 7] as name
  ) named`

async function addMillion({ database, workspaceId, upload }: World): Promise<void> {
  const { id } = await upload('first.bin', { sizeBytes: 4096, pieces: [Buffer.alloc(4096)] })
  const found = await database.query<{ blob_key: string; created_at: Date }>(
    'select blob_key, created_at from files.file where id = $1',
    [id],
  )
  const { blob_key: blobKey, created_at: at } = found.rows[0] ?? {}
  // An index is built many times faster at once than name by name; what it answers is the same.
  const index = await database.query<{ definition: string }>(
    `select pg_get_indexdef('files.name_grams'::regclass) as definition`,
  )
  await database.query('drop index files.name_grams')
  await database.query('alter table files.name alter indexed set default true')
  await database.query(
    `insert into files.file (id, workspace_id, type, name, folded_name, size, created_at, updated_at)
     select 'd' || lpad(n::text, 7, '0'), $1, 'folder', 'Folder ' || n, 'folder ' || n, 0, $2, $2
     from generate_series(0, ${folders - 1}) n`,
    [workspaceId, at],
  )
  for (let folder = 0; folder < folders; folder++) {
    await database.query(insertFiles, [workspaceId, folder, blobKey, at])
  }
  await database.query('alter table files.name alter indexed set default false')
  await database.query(`set maintenance_work_mem = '512MB'`)
  await database.query(index.rows[0]?.definition ?? '')
  await database.query(
    `update files.usage set file_count = file_count + ${filesInAll}, folder_count = folder_count + ${folders},
       used_bytes = used_bytes + ${filesInAll}::bigint * 4096 where workspace_id = $1`,
    [workspaceId],
  )
  await database.query('vacuum analyze')
}

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
  await addMillion(world)
  await world.untilIdle()
  const firstPage = (index: number) => `${world.base}/files?parent_id=${folderId(index * 7)}&limit=100`
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

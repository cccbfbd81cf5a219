import type { World } from './world.ts'

export const folderId = (index: number) => `d${`${index}`.padStart(7, '0')}`

/** Each name once, of the kind that people give: two words, a number, an ending. All files share one blob. */
const insertFiles = `
  insert into files.file
    (id, workspace_id, parent_id, type, name, folded_name, size, blob_key, created_at, updated_at)
  select
    'n' || lpad(n::text, 7, '0'), $1::bigint, 'd' || lpad($2::text, 7, '0'), 'file', name, lower(name), 4096, $3, $4, $4
  from generate_series($2::int * $5::int, ($2::int + 1) * $5::int - 1) n
  cross join lateral (
    select (array['Report','Invoice','Photo','Contract','Minutes','Budget','Offer','Letter','Plan','Scan'])[1 + n % 10]
      || ' ' || (array['Berlin','Paris','Lyon','Oslo','Rome','Madrid','Praha','Wien','Genf'])[1 + n % 9]
      || ' ' || n || (array['.pdf','.docx','.xlsx','.jpg','.txt','.odt','.png'])[1 + n % 7] as name
  ) named`

/** Folders in the root, each with as many files. Their IDs are those of `folderId`. */
export async function addManyFiles(
  { database, workspaceId, upload }: World,
  { folders, filesAFolder }: { readonly folders: number; readonly filesAFolder: number },
): Promise<void> {
  const files = folders * filesAFolder
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
     from generate_series(0, $3::int - 1) n`,
    [workspaceId, at, folders],
  )
  for (let folder = 0; folder < folders; folder++) {
    await database.query(insertFiles, [workspaceId, folder, blobKey, at, filesAFolder])
  }
  await database.query('alter table files.name alter indexed set default false')
  await database.query(`set maintenance_work_mem = '512MB'`)
  await database.query(index.rows[0]?.definition ?? '')
  await database.query(
    `update files.usage set file_count = file_count + $2::bigint, folder_count = folder_count + $3::bigint,
       used_bytes = used_bytes + $2::bigint * 4096 where workspace_id = $1`,
    [workspaceId, files, folders],
  )
  await database.query('vacuum analyze')
}

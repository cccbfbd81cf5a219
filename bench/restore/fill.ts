import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { openBlobs } from '../../src/platform/blobs/setup/open.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { systemRandom } from '../../src/platform/random.ts'
import { silentLog } from '../../test/log.ts'
import { eachAtOnce } from '../files/client.ts'
import { mebibyte, noise } from '../files/world.ts'

export interface Files {
  readonly count: number
  readonly bytes: number
}

const smallBytes = 8 * 1024
/** This part of all bytes is in small files, which PostgreSQL keeps. */
const smallShare = 0.08
const rowsAtOnce = 5000

interface Written {
  readonly key: string
  readonly sha256: string
  readonly crc32: number
}

/**
 * Files of 1 MiB in the blob store and of 8 KiB in PostgreSQL, of different random bytes. They are written by the blob store and by
 * SQL, because the API would take an hour.
 */
export async function addFiles(
  database: pg.Client,
  { dataDir, workspaceId, bytes }: { dataDir: string; workspaceId: number; bytes: number },
): Promise<Files> {
  const large = Math.round((bytes * (1 - smallShare)) / mebibyte)
  const small = Math.round((bytes * smallShare) / smallBytes)
  const blobs = await openBlobs(
    { kind: 'directory', directory: join(dataDir, 'blobs') },
    { clock: systemClock, log: silentLog, random: systemRandom },
  )
  const written: Written[] = []
  await eachAtOnce(Array(large).keys(), 8, async (index) => {
    const key = systemRandom.base62(32)
    const { sha256, crc32 } = await blobs.write(key, largeFile(index), { bytesMax: mebibyte })
    written.push({ key, sha256, crc32 })
  })
  blobs.close()
  for (let at = 0; at < large; at += rowsAtOnce)
    await database.query(insertLarge, [
      workspaceId,
      JSON.stringify(written.slice(at, at + rowsAtOnce)),
      mebibyte,
    ])
  for (let at = 0; at < small; at += rowsAtOnce)
    await database.query(insertSmall, [workspaceId, at, Math.min(rowsAtOnce, small - at), smallBytes])
  await database.query(
    `update files.usage set (used_bytes, file_count) =
       (select sum(size), count(*) from files.file where workspace_id = $1) where workspace_id = $1`,
    [workspaceId],
  )
  await database.query('vacuum analyze files.file')
  await database.query('vacuum analyze files.blob')
  return { count: large + small, bytes: large * mebibyte + small * smallBytes }
}

/** Noise from another place for each file, which begins with its index. */
function largeFile(index: number): Readable {
  const start = (index * 4099) % (noise.length - mebibyte)
  const bytes = Buffer.from(noise.subarray(start, start + mebibyte))
  bytes.writeUInt32BE(index)
  return Readable.from([bytes])
}

const insertRows = `
  insert into files.file
    (id, workspace_id, type, name, folded_name, size, blob_key, created_at, updated_at)
  select left(md5(key), 20), workspace_id, 'file', key, lower(key), size, key, created_at, created_at from added`

const insertLarge = `
  with added as (
    insert into files.blob (key, workspace_id, state, size, sha256, crc32, created_at, touched_at)
    select key, $1, 'live', $3, sha256, crc32, now(), now()
      from json_to_recordset($2::json) as written(key text, sha256 text, crc32 bigint)
    returning *
  )${insertRows}`

const insertSmall = `
  with drawn as materialized (
    select 'inline-' || md5($2 + g || ' of small') as key,
           (select string_agg(sha512(decode(lpad(to_hex($2 + g), 8, '0') || lpad(to_hex(n), 8, '0'), 'hex')), '' order by n)
              from generate_series(1, $4::bigint / 64) n) as bytes
      from generate_series(1, $3::bigint) g
  ), added as (
    insert into files.blob (key, workspace_id, state, size, sha256, crc32, created_at, touched_at, bytes)
    select key, $1, 'live', length(bytes), encode(sha256(bytes), 'hex'), crc32(bytes), now(), now(), bytes from drawn
    returning *
  )${insertRows}`

import { z } from 'zod'

/** Increment when older versions can't read what this version writes. */
export const archiveFormat = 1

export const archiveSuffix = '.backup'

/** The first entry, `bureau.json`. */
export const ArchiveHead = z.object({
  format: z.int().min(1),
  /** The version of Bureau that wrote it. */
  version: z.string(),
  created_at: z.iso.datetime(),
  /** The files of `migrations/` that had been applied, in order. */
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      /** With its schema: `files.file`. */
      name: z.string(),
      columns: z.array(z.string()),
    }),
  ),
  /** By name with its schema: the last value, and whether it was drawn. */
  sequences: z.record(z.string(), z.object({ value: z.int(), drawn: z.boolean() })),
  /** `beside`: in the folder `blobs` beside the archive. `none`: the operator keeps them elsewhere. */
  blobs: z.enum(['beside', 'none']),
  /** Of the secret keys, the active one first: 8 hexadecimal characters each, which tell nothing of the key. */
  key_ids: z.array(z.string()),
  /** The secret keys, encrypted with a passphrase; null if they are left out. */
  sealed_keys: z.string().nullable(),
})
export type ArchiveHead = z.infer<typeof ArchiveHead>

/** The last entry, `end.json`. An archive without it is truncated. */
export const ArchiveEnd = z.object({
  /** Rows by table. */
  rows: z.record(z.string(), z.int()),
  /** What is in the blob store, packs counted as one. */
  blobs: z.object({ count: z.int(), bytes: z.int() }),
  /** Keys of the list whose bytes the store had lost before the backup. They are not in the pool, and not counted. */
  lost_blobs: z.array(z.string()),
  /** SHA-256 of the names and contents of all entries before this one, in hexadecimal. */
  sha256: z.string(),
  /** HMAC-SHA256 of `sha256` with the active key, in hexadecimal: only who has the key could have written the archive. */
  mac: z.string(),
})
export type ArchiveEnd = z.infer<typeof ArchiveEnd>

/** `blobs`: a line for each blob, `key size sha256` (`-` if unknown), by key. Tables: the text format of COPY. */
export interface Section {
  /** `blobs`, or the name of a table. */
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
}

export const blobsSection = 'blobs'
export const headEntry = 'bureau.json'
export const endEntry = 'end.json'

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBufferPromise } from 'yauzl'
import { isInstalled, type ProgramName } from '../../../test/programs.ts'

/** What a reader that is not ours finds in an archive: path → content, folders with the slash at their end. */
export async function contentsOf(archive: Buffer): Promise<Map<string, string>> {
  const zip = await fromBufferPromise(archive, { lazyEntries: true })
  const contents = new Map<string, string>()
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    contents.set(entry.fileName, Buffer.concat(chunks).toString('latin1'))
  }
  return contents
}

interface ArchiveReader {
  readonly program: ProgramName
  readonly words: (path: string) => readonly string[]
  /** What it prints about a whole archive, where the exit code does not say it. */
  readonly says?: string
}

/** Programs that read archives, as far as a machine has them. */
export const archiveReaders: readonly ArchiveReader[] = [
  { program: 'unzip', words: (path) => ['-tqq', path] },
  { program: 'python3', words: (path) => ['-m', 'zipfile', '-t', path], says: 'Done testing' },
  // It has no test of its own: what it unpacks goes nowhere.
  { program: 'bsdtar', words: (path) => ['-xf', path, '--to-stdout'] },
]

/** So much of what a program says is shown. */
const saidBytesMax = 500

/** Complaints of the programs on this machine that read archives, each with its name; none when all are content. */
export function complaintsAbout(archive: Buffer): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'bureau-zip-'))
  const path = join(directory, 'archive.zip')
  try {
    writeFileSync(path, archive)
    return archiveReaders
      .filter(({ program }) => isInstalled(program))
      .flatMap((reader) => complaintOf(reader, path))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

function complaintOf({ program, words, says }: ArchiveReader, path: string): string[] {
  const output = says === undefined ? 'ignore' : 'pipe'
  // In other locales, bsdtar takes names for damaged.
  const { error, status, stdout, stderr } = spawnSync('env', ['LC_ALL=C.UTF-8', program, ...words(path)], {
    encoding: 'utf8',
    stdio: ['ignore', output, 'pipe'],
  })
  if (!error && status === 0 && (says === undefined || stdout.includes(says))) return []
  return [[program, error?.message ?? status, stdout, stderr].join(' ').slice(0, saidBytesMax)]
}

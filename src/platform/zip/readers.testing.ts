import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromBufferPromise } from 'yauzl'

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

const programs: readonly (readonly [string, (path: string) => readonly string[]])[] = [
  ['unzip', (path) => ['-tqq', path]],
  ['python3', (path) => ['-m', 'zipfile', '-t', path]],
  ['bsdtar', (path) => ['-xOf', path]],
]

/** Complaints of the programs on this machine that read archives, each with its name; none when all are content. */
export function complaintsAbout(archive: Buffer): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'bureau-zip-'))
  const path = join(directory, 'archive.zip')
  try {
    writeFileSync(path, archive)
    return programs.flatMap(([program, words]) => {
      const { error, status, stdout, stderr } = spawnSync(program, words(path), { encoding: 'utf8' })
      // A machine need not have all of them.
      if (error && 'code' in error && error.code === 'ENOENT') return []
      const complained = status !== 0 || (program === 'python3' && !stdout.includes('Done testing'))
      return complained ? [`${program}: ${status} ${stdout} ${stderr}`.slice(0, 500)] : []
    })
  } finally {
    rmSync(directory, { recursive: true })
  }
}

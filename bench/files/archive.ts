import { createHash } from 'node:crypto'
import { copyFile, glob, lstat, mkdir, open, readFile, rm, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { findProgram } from '../peers/peer.ts'
import { eachAtOnce, whole } from './client.ts'
import { inTurns, timesAsFast, type Outcome } from '../outcome.ts'
import { execute, gibibyte, mebibyte, type StoredFile, type World } from './world.ts'

const sources = ['/usr/lib', '/usr/share', join(import.meta.dirname, '../../node_modules')]
const corpusBytes = gibibyte
/** Files of any size; the rest is made up of larger ones, since 10,000 items are the most that an archive takes. */
const filesOfAnySize = 6000
const filesMax = 9500
const foldersOfCorpus = 50

interface Found {
  readonly path: string
  readonly sizeBytes: number
  readonly rank: string
}

/** Regular files of this machine in an order that depends on nothing but their paths. */
async function findFiles(): Promise<Found[]> {
  const found: Found[] = []
  for (const source of sources) {
    for await (const path of glob('**/*', { cwd: source })) {
      const full = join(source, path)
      const entry = await lstat(full).catch(() => undefined)
      if (!entry?.isFile() || entry.size > 64 * mebibyte || !/^[\w.+-]{1,150}$/.test(basename(path))) continue
      found.push({ path: full, sizeBytes: entry.size, rank: createHash('md5').update(path).digest('hex') })
    }
  }
  return found.toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
}

/** Copies 1 GiB of them into a folder; its paths are shared by the peers and the uploads. */
async function makeCorpus(directory: string): Promise<string[]> {
  const found = await findFiles()
  const chosen: string[] = []
  let total = 0
  for (let folder = 0; folder < foldersOfCorpus; folder++)
    await mkdir(join(directory, `${folder}`), { recursive: true })
  for (const { path, sizeBytes } of [
    ...found.slice(0, filesOfAnySize),
    ...found.slice(filesOfAnySize).filter((file) => file.sizeBytes > 256 * 1024),
  ]) {
    if (chosen.length === filesMax || total > corpusBytes * 0.995) break
    if (total + sizeBytes > corpusBytes) continue
    const name = `${chosen.length % foldersOfCorpus}/${chosen.length}-${basename(path)}`
    await copyFile(path, join(directory, name))
    chosen.push(name)
    total += sizeBytes
  }
  console.log(`  ${chosen.length} files of this machine, ${(total / mebibyte).toFixed(0)} MiB`)
  return chosen
}

async function addCorpus(world: World, directory: string, names: readonly string[]): Promise<string> {
  const root = await world.addFolder('corpus')
  const folders: string[] = []
  for (let folder = 0; folder < foldersOfCorpus; folder++)
    folders.push(await world.addFolder(`${folder}`, root))
  await eachAtOnce(names, 8, async (name) => {
    const bytes = await readFile(join(directory, name))
    await world.upload(basename(name), whole(bytes), folders[Number(name.split('/', 1)[0])])
  })
  return root
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await work()
  return performance.now() - startedMs
}

/** 1 GiB of real files to one archive, beside `zip -r -6`. */
export async function benchCompress(world: World): Promise<Outcome[]> {
  const zip = findProgram('zip')
  if (zip === undefined) return skipped('zip')
  const corpus = join(world.directory, 'corpus')
  const names = await makeCorpus(corpus)
  const folder = await addCorpus(world, corpus, names)
  const archive = join(world.directory, 'corpus.zip')
  const sizes = { own: 0, other: 0 }
  const bureau = async () => {
    const { data, ms } = await world.call('POST', `/files/${folder}/compress`)
    sizes.own = data.size
    await world.remove(data.id)
    return ms
  }
  const other = async () => {
    await rm(archive, { force: true })
    const took = await timed(() => execute(zip, ['-q', '-r', '-6', archive, '.'], { cwd: corpus }))
    sizes.other = (await stat(archive)).size
    return took
  }
  const contenders = [
    { name: 'Bureau', measure: bureau },
    { name: 'zip -6', measure: other },
  ]
  const samples = await inTurns(contenders, 3, world.untilIdle)
  const ratio = sizes.own / sizes.other
  return [
    timesAsFast('compress of 1 GiB of real files', samples, 'zip -6', 3),
    {
      what: 'size of the archive',
      bureau: `${(sizes.own / mebibyte).toFixed(0)} MiB`,
      peer: `zip -6 ${(sizes.other / mebibyte).toFixed(0)} MiB`,
      ratio: `${ratio.toFixed(3)} x the size`,
      goal: 'at most 1.15 x',
      met: ratio <= 1.15,
    },
  ]
}

/** The archive that `zip -r -6` makes of 1 GiB of real files, beside `unzip`. */
export async function benchUnzip(world: World): Promise<Outcome[]> {
  const [zip, unzip] = [findProgram('zip'), findProgram('unzip')]
  if (zip === undefined || unzip === undefined) return skipped(zip === undefined ? 'zip' : 'unzip')
  const corpus = join(world.directory, 'corpus')
  await makeCorpus(corpus)
  const archive = join(world.directory, 'corpus.zip')
  await execute(zip, ['-q', '-r', '-6', archive, '.'], { cwd: corpus })
  const { id } = await uploadFrom(world, archive)
  const target = join(world.directory, 'extracted')
  let extracted: string | undefined
  const bureau = async () => {
    const { data, ms } = await world.call('POST', `/files/${id}/unzip`)
    extracted = data.id
    return ms
  }
  const contenders = [
    { name: 'Bureau', measure: bureau },
    { name: 'unzip', measure: () => timed(() => execute(unzip, ['-q', archive, '-d', target])) },
  ]
  const samples = await inTurns(contenders, 5, async () => {
    await rm(target, { recursive: true, force: true })
    if (extracted !== undefined) await world.remove(extracted)
    extracted = undefined
    await world.sweep()
  })
  return [timesAsFast('unzip of 1 GiB of real files', samples, 'unzip', 1)]
}

async function uploadFrom(world: World, path: string): Promise<StoredFile> {
  const handle = await open(path)
  const { size } = await handle.stat()
  const bytes = await readFile(path)
  await handle.close()
  const part = (offset: number, length: number) => whole(bytes.subarray(offset, offset + length))
  const uploadKey = await world.sendChunks('corpus.zip', size, part)
  return (await world.complete(uploadKey)).data
}

function skipped(program: string): Outcome[] {
  console.log(`  ${program} is not installed; the row is left out`)
  return []
}

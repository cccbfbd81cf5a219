import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startServer } from '../test/server.ts'
import { forgetPeak, memoryOf } from './files/memory.ts'
import { mebibyte } from './files/world.ts'
import { ms, speed, type Outcome } from './outcome.ts'
import { runBureau, runMeasured, type Ran } from './restore/command.ts'
import { addFiles, type Files } from './restore/fill.ts'
import { benchRows } from './rows.ts'
import { addMessages } from './sms/messages.ts'
import { openWorld, type World } from './sms/world.ts'

// `npm run bench -- restore`: backs up an installation while its server runs, and restores it into a new one. Beside it, `cp -a` copies the
// data directory of the stopped server, which is the least that a backup without Bureau costs.
// It needs four times the bytes of the files on the disk. BENCH_BACKUPS names a directory for the backups, for example on another disk,
// where blobs can't be hard-linked.

const bytes = Number(process.env['BENCH_BYTES'] ?? 10_000_000_000)
const messages = Number(process.env['BENCH_MESSAGES'] ?? 1_000_000)

const passphrase = { BUREAU_BACKUP_PASSPHRASE: 'correct horse battery staple' }

export const benchRestore = (names: readonly string[]): Promise<void> =>
  benchRows(names, { restore: measure }, () => openWorld(passphrase))

async function measure(world: World): Promise<Outcome[]> {
  const { directory, server } = world
  const dataDir = join(directory, 'bureau')
  const backups = process.env['BENCH_BACKUPS'] ?? join(directory, 'backups')
  const files = await fill(world, dataDir)

  const pid = server.child.pid ?? 0
  const idle = (await memoryOf(pid)).residentBytes
  await forgetPeak(pid)
  const created = await runBureau(['backup', 'create', backups, '--json', '--data', dataDir], {})
  const whole = { ...created, peakBytes: (await memoryOf(pid)).peakBytes }
  console.log(`  the server had ${mib(idle)} before the backup and ${mib(whole.peakBytes)} at most during it`)
  const again = await runBureau(['backup', 'create', backups, '--json', '--data', dataDir], {})
  await world.database.end()
  await server.stop()

  const copy = join(directory, 'copy')
  await runMeasured('sync', [])
  const copied = await copiedTo(dataDir, copy)
  await rm(copy, { recursive: true })

  const { name } = JSON.parse(created.stdout) as { name: string }
  const restored = join(directory, 'restored')
  const restore = await runBureau(['backup', 'restore', join(backups, name), '--data', restored], passphrase)
  await check(restored, files)
  return [
    line('backup of', files, whole, copied),
    line('another backup of', files, again, copied),
    line('restore of', files, restore, copied),
  ]
}

async function fill(world: World, dataDir: string): Promise<Files> {
  const startedMs = performance.now()
  const account = await world.addAccount()
  const numbers = [await world.addNumber({ online: false }), await world.addNumber({ online: false })]
  await world.command('workspaces', 'quota', `${account.workspaceId}`, 'unlimited')
  const files = await addFiles(world.database, { dataDir, workspaceId: account.workspaceId, bytes })
  await addMessages(world.database, { workspaceId: account.workspaceId, numbers, messages })
  await world.database.query('checkpoint')
  console.log(
    `  ${files.count} files and ${messages} messages written in ${ms(performance.now() - startedMs)}`,
  )
  return files
}

async function copiedTo(from: string, to: string): Promise<Ran> {
  const startedMs = performance.now()
  const ran = await runMeasured('cp', ['-a', from, to])
  await runMeasured('sync', [])
  return { ...ran, ms: performance.now() - startedMs }
}

/** The restored installation starts. */
async function check(dataDir: string, { count }: Files): Promise<void> {
  const server = await startServer({ dataDir, isFirst: true })
  await server.stop()
  console.log(`  the restored installation with ${count} files starts`)
}

const mib = (of: number): string => `${(of / mebibyte).toFixed(0)} MiB`

function line(what: string, files: Files, ran: Ran, copied: Ran): Outcome {
  const gigabytes = (files.bytes / 1e9).toFixed(1)
  const rate = `${speed(files.bytes, ran.ms)}, ${(files.count / (ran.ms / 1000)).toFixed(0)} files/s`
  return {
    what: `${what} ${gigabytes} GB in ${files.count} files and ${messages} messages`,
    bureau: `${ms(ran.ms)}, ${rate}, peak ${mib(ran.peakBytes)}`,
    peer: `cp -a ${ms(copied.ms)}`,
    ratio: `${(copied.ms / ran.ms).toFixed(2)} x`,
    goal: '',
  }
}

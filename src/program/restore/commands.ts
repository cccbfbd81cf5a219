import { resolve } from 'node:path'
import { readPassphraseFile } from '../../backup/passphrase-file.ts'
import { archiveAt } from '../../backup/place.ts'
import type { ArchiveFile } from '../../backup/restore/archive-file.ts'
import { checkArchive, type Work } from '../../backup/restore/check-archive.ts'
import { chooseKeys, type ChosenKeys, findKeys, readOwnKeys } from '../../backup/restore/choose-keys.ts'
import { restoreBackup, type RestoreReport } from '../../backup/restore/restore-backup.ts'
import { verifyBackup, type VerifyReport } from '../../backup/restore/verify-backup.ts'
import { restoreDeclaration, verifyDeclaration } from '../../cli/backup/declarations.ts'
import {
  prepareRestore,
  prepareVerify,
  type RestoreAsked,
  type VerifyAsked,
} from '../../cli/backup/prepare.ts'
import { restoreText, verifyFailure, verifyText } from '../../cli/backup/print.ts'
import type { Invocation } from '../../cli/client.ts'
import { perform } from '../../cli/execute.ts'
import type { Outcome } from '../../cli/outcome.ts'
import { systemClock } from '../../platform/clock.ts'
import { openLog } from '../../platform/log/pino.ts'
import { systemRandom } from '../../platform/random.ts'
import { readConfig, type Config } from '../config.ts'
import { settingsOf } from '../context.ts'
import { openEmptyInstallation } from './empty-installation.ts'

interface Caller {
  readonly dataDir: string
  readonly env: NodeJS.ProcessEnv
  readonly invocation: Invocation
}

const tools = { clock: systemClock, random: systemRandom }

/** In this process, on a data directory without a server. */
export async function runRestore(argv: readonly string[], caller: Caller): Promise<Outcome> {
  const asked = prepareRestore(argv)
  if ('outcome' in asked) return asked.outcome
  return performAlone(caller, {
    declaration: restoreDeclaration,
    json: asked.json,
    run: async (work, log) => {
      const result = await restore(asked, caller, { ...work, log })
      return { result, text: restoreText(result), failure: undefined }
    },
  })
}

/** In this process, with a database of its own, whether or not a server runs. */
export async function runVerify(argv: readonly string[], caller: Caller): Promise<Outcome> {
  const asked = prepareVerify(argv)
  if ('outcome' in asked) return asked.outcome
  return performAlone(caller, {
    declaration: verifyDeclaration,
    json: asked.json,
    run: async (work, log) => {
      const result = await verify(asked, caller, { ...work, log })
      return { result, text: verifyText(result), failure: verifyFailure(result) }
    },
  })
}

type Log = ReturnType<typeof openLog>

interface Alone {
  readonly declaration: typeof restoreDeclaration | typeof verifyDeclaration
  readonly json: boolean
  readonly run: (
    work: Work,
    log: Log,
  ) => Promise<{ readonly result: object; readonly text: string; readonly failure: string | undefined }>
}

async function performAlone(
  { invocation: { progress, takeInterrupts } }: Caller,
  { declaration: { words, interrupted }, json, run }: Alone,
): Promise<Outcome> {
  const log = openLog({ level: 'warn' })
  const context = { log, progress, signal: takeInterrupts() }
  try {
    return await perform(
      { words, json, quiet: false, long: true, interrupted, run: (work: typeof context) => run(work, log) },
      context,
    )
  } finally {
    await log.close()
  }
}

type Logging = Work & { readonly log: Log }

/** Everything is checked before the data directory is opened, so that a bad archive changes nothing. */
async function restore(asked: RestoreAsked, caller: Caller, work: Logging): Promise<RestoreReport> {
  const config = readConfig(caller.env, { dataDir: caller.dataDir })
  const { log } = work
  return withArchive(asked, caller, config, log, async (file, passphrase) => {
    let keys: ChosenKeys | undefined
    const own = await readOwnKeys(config)
    const archive = await checkArchive(
      file,
      async (head) => (keys = await chooseKeys(head, own, passphrase)).keys,
      work,
    )
    if (!keys) throw new Error('The archive was read without its keys.')
    const { acceptsMissingBlobs, sendsQueued } = asked
    await using into = await openEmptyInstallation(config, { env: caller.env, log, signal: work.signal })
    const options = { file, archive, keys, acceptsMissingBlobs, sendsQueued, clock: systemClock, log }
    return await restoreBackup(into, options, { ...work, signal: into.signal })
  })
}

async function verify(asked: VerifyAsked, caller: Caller, work: Logging): Promise<VerifyReport> {
  const config = readConfig(caller.env, { dataDir: caller.dataDir })
  const { log } = work
  return withArchive(asked, caller, config, log, async (file, passphrase) => {
    let keys: readonly Buffer[] | undefined
    const own = await readOwnKeys(config)
    const archive = await checkArchive(
      file,
      async (head) => (keys = await findKeys(head, own, passphrase)),
      work,
    )
    return verifyBackup({ file, archive, keys, readsAll: asked.readsAll, log, ...tools }, work)
  })
}

async function withArchive<Report>(
  { file, passphraseFile }: RestoreAsked | VerifyAsked,
  { invocation: { cwd } }: Caller,
  config: Config,
  log: Log,
  work: (archive: ArchiveFile, passphrase: string | undefined) => Promise<Report>,
): Promise<Report> {
  const settings = settingsOf(config)
  const passphrase =
    passphraseFile === undefined
      ? settings.backups.passphrase
      : await readPassphraseFile(resolve(cwd, passphraseFile))
  const archive = await archiveAt(file, { ...tools, log, settings, cwd })
  try {
    return await work(archive, passphrase)
  } finally {
    archive.target.close()
  }
}

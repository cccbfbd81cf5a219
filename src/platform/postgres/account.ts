import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { OperatorError } from '../operator-error.ts'

export interface Account {
  readonly uid: number
  readonly gid: number
  /** `self`: ours. `switch`: another one. `override`: another one, with the right to pass closed directories. */
  readonly mode: 'self' | 'switch' | 'override'
  readonly env: Environment
}

export interface Command {
  readonly file: string
  readonly args: readonly string[]
  readonly options: { readonly uid?: number; readonly gid?: number; readonly env: Environment }
}

type Environment = NodeJS.ProcessEnv

const nobodyId = 65_534

/** As root: the cluster's owner, else `postgres` or `nobody`, with the right to pass `paths` (below /root) by `setpriv`. */
export function chooseAccount(
  cluster: string,
  program: string,
  paths: readonly string[],
  env: Environment,
): Account {
  const ownUid = process.getuid?.() ?? nobodyId
  const ownGid = process.getgid?.() ?? nobodyId
  if (ownUid !== 0) return { uid: ownUid, gid: ownGid, mode: 'self', env }
  const { uid, gid } = ownerOf(cluster) ?? listedAccount('postgres') ?? listedAccount('nobody') ?? nobody
  const closed = paths.find((path) => !canEnter(path, uid, gid))
  if (closed === undefined) return { uid, gid, mode: 'switch', env }
  const account: Account = { uid, gid, mode: 'override', env }
  const trial = commandFor(account, program, ['--version'])
  if (spawnSync(trial.file, trial.args, { ...trial.options, stdio: 'ignore' }).status === 0) return account
  throw new OperatorError(
    `PostgreSQL does not run as root, and the user it would run as (id ${uid}) may not enter ${closed}. ` +
      'Start Bureau as another user, or move it to a directory that other users may enter.',
  )
}

export function commandFor(account: Account, program: string, args: readonly string[]): Command {
  const { uid, gid, mode, env } = account
  if (mode === 'self') return { file: program, args, options: { env } }
  if (mode === 'switch') return { file: program, args, options: { uid, gid, env } }
  // Without it access(2) ignores the capability.
  const bits = ['--clear-groups', '--securebits', '+no_setuid_fixup']
  const rights = ['--inh-caps', '+dac_override', '--ambient-caps', '+dac_override']
  return {
    file: 'setpriv',
    args: ['--reuid', `${uid}`, '--regid', `${gid}`, ...bits, ...rights, '--', program, ...args],
    options: { env },
  }
}

const nobody = { uid: nobodyId, gid: nobodyId }

function ownerOf(cluster: string): { uid: number; gid: number } | undefined {
  const stat = statSync(cluster, { throwIfNoEntry: false })
  return stat && stat.uid !== 0 ? { uid: stat.uid, gid: stat.gid } : undefined
}

function listedAccount(name: string): { uid: number; gid: number } | undefined {
  let list: string
  try {
    list = readFileSync('/etc/passwd', 'utf8')
  } catch {
    return undefined
  }
  const fields = list
    .split('\n')
    .find((line) => line.startsWith(`${name}:`))
    ?.split(':')
  const uid = Number(fields?.[2])
  const gid = Number(fields?.[3])
  return uid > 0 && gid > 0 ? { uid, gid } : undefined
}

function canEnter(path: string, uid: number, gid: number): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (stat) {
    const passBit = stat.uid === uid ? 0o100 : stat.gid === gid ? 0o010 : 0o001
    if (!(stat.mode & passBit)) return false
  }
  const parent = dirname(resolve(path))
  return parent === resolve(path) || canEnter(parent, uid, gid)
}

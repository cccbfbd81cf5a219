import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile, chmod, chown } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from './free-port.ts'
import { findOptional } from './programs.ts'

const run = promisify(execFile)

/** Postfix gives rights up, which only root can. */
export const postfixMissing = findOptional('postfix') === undefined || process.getuid?.() !== 0

/** What it says to a recipient, and to a mail for one once it has all of it: `550 5.1.1 Unknown`. */
export interface PostfixRules {
  readonly recipients?: Readonly<Record<string, string>>
  readonly contents?: Readonly<Record<string, string>>
}

/** A Postfix of the test's own that takes mails for everybody into one mailbox. */
export interface Postfix {
  readonly url: string
  /** The mails delivered so far, in no order. */
  readonly mails: () => Promise<string[]>
  /** Holds from the next connection on. The rule `stall` answers after a minute. */
  readonly setRules: (rules: PostfixRules) => Promise<void>
  readonly stop: () => Promise<void>
}

/** Debian's `nobody` owns the mailbox, because Postfix does not deliver as root. */
const nobody = 65_534

export async function startPostfix(rules: PostfixRules = {}): Promise<Postfix> {
  const directory = await mkdtemp(join(tmpdir(), 'bureau-postfix-'))
  await chmod(directory, 0o755)
  const config = join(directory, 'config')
  const mailbox = join(directory, 'mail')
  for (const folder of ['config', 'queue', 'data', 'mail']) await mkdir(join(directory, folder))
  await chown(mailbox, nobody, nobody)
  await run('chown', ['postfix', join(directory, 'data')])
  const port = await freePort()
  await writeFile(join(config, 'main.cf'), mainOf(directory))
  await writeFile(join(config, 'master.cf'), masterOf(port))

  const setRules = async ({ recipients = {}, contents = {} }: PostfixRules) => {
    await writeFile(join(config, 'recipients'), tableOf(recipients))
    await writeFile(join(config, 'contents'), tableOf(contents))
  }
  await setRules(rules)
  const postfix = findOptional('postfix') ?? 'postfix'
  await run(postfix, ['-c', config, 'start'])
  return {
    url: `smtp://127.0.0.1:${port}`,
    setRules,
    mails: async () => {
      const folder = join(mailbox, 'all/new')
      const names = await readdir(folder).catch(() => [])
      return Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    },
    stop: async () => {
      await run(postfix, ['-c', config, 'stop'])
      await rm(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

const tableOf = (rules: Readonly<Record<string, string>>): string =>
  Object.entries(rules)
    .map(([address, answer]) => `${address} ${answer}\n`)
    .join('')

const mainOf = (directory: string): string => `
compatibility_level = 3.6
queue_directory = ${directory}/queue
data_directory = ${directory}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
maillog_file = ${directory}/log
maillog_file_prefixes = ${directory}
myhostname = mail.test
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
alias_maps =
alias_database =
virtual_mailbox_domains = static:all
virtual_mailbox_maps = static:all/
virtual_mailbox_base = ${directory}/mail
virtual_uid_maps = static:${nobody}
virtual_gid_maps = static:${nobody}
virtual_mailbox_limit = 0
# Each connection reads the rules anew.
max_use = 1
smtpd_restriction_classes = stall
stall = sleep 60
smtpd_relay_restrictions = permit_mynetworks, reject_unauth_destination
smtpd_recipient_restrictions = check_recipient_access texthash:${directory}/config/recipients
smtpd_end_of_data_restrictions = check_recipient_access texthash:${directory}/config/contents
`

const masterOf = (port: number): string => `
127.0.0.1:${port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
virtual unix - n n - - virtual
error unix - - n - - error
retry unix - - n - - error
postlog unix-dgram n - n - 1 postlogd
`

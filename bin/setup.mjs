// Makes a fresh clone ready to run, on any Node from 20.19 on: installs the packages of package-lock.json, checks that the
// Node they bring (node_modules/node) runs, and builds the web client. Says nothing when there is nothing to do. Of two
// that run at once the second waits for the first.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, copyFileSync, existsSync, linkSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildClient, isClientBuilt, sources } from './client.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const node = join(modules, 'node', 'bin', 'node')
const lockFile = join(root, 'package-lock.json')
/** A copy of the lock file that node_modules was installed from; bin/bureau compares the two. */
const stampFile = join(modules, '.bureau-lock')
/** Holds the process ID of the set-up that runs. It is outside node_modules, which npm removes. */
const runningFile = join(root, '.setup-running')
const waitSecondsMax = 900

/** Ends with one line for the person at the terminal. */
function fail(line, details = []) {
  process.stderr.write([...details, `bureau: ${line}`, ''].join('\n'))
  process.exit(1)
}

const isStamped = () =>
  existsSync(stampFile) && existsSync(node) && readFileSync(stampFile).equals(readFileSync(lockFile))

function stamp() {
  try {
    copyFileSync(lockFile, stampFile)
  } catch {
    // Another user installed the packages: the next start checks them again.
  }
}

/** Runs a command quietly; its output is shown only when it fails. */
function run(command, args, cwd = root) {
  const { status, error, stdout, stderr } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return { ok: status === 0, output: error ? error.message : `${stdout}${stderr}` }
}

/** The npm that runs this script, or else the one on the path. */
function npm(...args) {
  const script = process.env.npm_execpath
  return script?.endsWith('.js') ? run(process.execPath, [script, ...args]) : run('npm', args)
}

const nodeRuns = () => existsSync(node) && run(node, ['--version']).ok

/** npm may have skipped the install script that fetches Node: npm 11 asks for approval, some set ignore-scripts. */
function repairNode() {
  if (nodeRuns()) return
  npm('rebuild', 'node', '--foreground-scripts', '--ignore-scripts=false')
  if (nodeRuns()) return
  const { output } = run(process.execPath, ['installArchSpecificPackage.js'], join(modules, 'node'))
  if (!nodeRuns())
    fail('node_modules/node/bin/node does not run. Delete node_modules and try again.', errorLines(output))
}

/** Whether `npm ci` or `npm install` ran by hand and the installed packages match the lock file. */
function isInstalledByHand() {
  const record = join(modules, '.package-lock.json')
  if (!existsSync(record)) return false
  const present = JSON.parse(readFileSync(record, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  return Object.entries(wanted).every(([path, { version, optional, peer }]) => {
    const found = present[path]
    return path === '' || (found ? found.version === version : optional || peer)
  })
}

function install() {
  process.stderr.write('bureau: installing the packages of package-lock.json, once\n')
  const { ok, output } = npm('ci', '--include=dev', '--no-audit', '--no-fund')
  if (!ok) fail(`npm ci failed. ${causeOf(output)}`, errorLines(output))
}

const errorLines = (output) =>
  output
    .split('\n')
    .filter((each) => /error\b.*\S/i.test(each))
    .slice(0, 5)

const byHand = `Run "npm ci" in ${root} as the user who installed Bureau.`

/** What npm's errors mean for the person at the terminal; the first that matches. */
const causes = [
  [/spawn\S* npm ENOENT/, 'There is no npm on the path. Install it with Node: https://nodejs.org'],
  [/\bENOSPC\b/, 'The disk is full. Free some space, then try again.'],
  [/\b(EACCES|EPERM|EROFS)\b/, `This user may not write there. ${byHand}`],
  [/\bEUSAGE\b/, 'package.json and package-lock.json belong to different versions. Restore both from one.'],
  [/\bEINTEGRITY\b/, 'A downloaded package differs from package-lock.json. Run "npm cache clean --force".'],
  [
    /\b(ENOTFOUND|EAI_AGAIN|ECONN[A-Z]+|ETIMEDOUT|E[A-Z]+UNREACH|E[45]\d\d|ERR_SOCKET_TIMEOUT)\b/,
    'The package registry did not answer as it should. Check the connection to it, then try again.',
  ],
]

const causeOf = (output) =>
  causes.find(([sign]) => sign.test(output))?.[1] ?? `To see all that npm says, run "npm ci" in ${root}.`

/** Does the work unless another process has done it meanwhile: of those that run at once, one works and the others wait. */
async function inTurn(isDone, work) {
  const startedMs = performance.now()
  let told
  for (let holder = take(); holder !== process.pid; holder = take()) {
    if (holder !== undefined && holder !== told)
      process.stderr.write(`bureau: waiting for another set-up (process ${holder})\n`)
    told = holder
    if (performance.now() - startedMs > waitSecondsMax * 1000)
      fail(`Process ${holder} has been setting up for too long. Stop it, delete ${runningFile}, try again.`)
    await pause(200)
  }
  process.on('exit', () => rmSync(runningFile, { force: true }))
  if (!isDone()) await work()
}

function mayChange(...directories) {
  try {
    for (const directory of directories.filter(existsSync))
      accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The process that sets up: this one, if no other does. Undefined after the claim of a dead process was removed. */
function take() {
  const own = `${runningFile}.${process.pid}`
  writeFileSync(own, `${process.pid}`)
  try {
    // Unlike a write, a link is there with its whole content or not at all.
    linkSync(own, runningFile)
    return process.pid
  } catch (error) {
    if (error.code !== 'EEXIST') throw error
    const holder = holderOf(runningFile)
    if (holder !== undefined && isAlive(holder)) return holder
    removeClaim(holder, own)
    return undefined
  } finally {
    rmSync(own, { force: true })
  }
}

function removeClaim(holder, aside) {
  try {
    renameSync(runningFile, aside)
    // Another process took it in the meantime and gets its claim back.
    if (holderOf(aside) !== holder) linkSync(aside, runningFile)
  } catch (error) {
    if (error.code !== 'ENOENT' && error.code !== 'EEXIST') throw error
  }
}

function holderOf(file) {
  try {
    return Number(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Whether nothing is to be done. What was installed by hand counts as well. */
function isReady() {
  if (isStamped()) return true
  if (!isInstalledByHand() || !nodeRuns()) return false
  stamp()
  return true
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`This is Node ${process.version}. Install Node 20.19 or later: https://nodejs.org`)
if (!isReady()) {
  if (!mayChange(root, modules))
    fail(
      `The installed packages do not match package-lock.json, and this user may not change them. ${byHand}`,
    )
  await inTurn(isReady, () => {
    if (!isInstalledByHand()) install()
    repairNode()
    stamp()
  })
}
// Without its client Bureau still serves the APIs, so neither of these ends the set-up.
if (!isClientBuilt() && !mayChange(root, sources))
  process.stderr.write(
    'bureau: The web client is out of date, and this user may not build it. ' +
      `Run "node bin/setup.mjs" in ${root} as the user who installed Bureau.\n`,
  )
else if (!isClientBuilt())
  await inTurn(isClientBuilt, async () => {
    const reason = await buildClient(node)
    if (reason !== undefined)
      process.stderr.write(
        `bureau: The web client could not be built (${reason}). The APIs run, and the app stays as it was.\n`,
      )
  })

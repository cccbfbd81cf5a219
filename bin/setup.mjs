// Makes a fresh clone ready to run, on any Node from 20.19 on: installs the packages of package-lock.json and checks
// that the Node they bring (node_modules/node) runs. Says nothing and takes no time when there is nothing to do.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const modules = join(root, 'node_modules')
const node = join(modules, 'node', 'bin', 'node')
const lockFile = join(root, 'package-lock.json')
/** Records the lock file that node_modules was installed from. */
const stampFile = join(modules, '.bureau-lock')

/** Ends with one line for the person at the terminal, behind the reason that the failed command gave. */
function fail(line, output = '') {
  const reasons = output.split('\n').filter((each) => /error\b.*\S/i.test(each))
  process.stderr.write([...reasons.slice(0, 5), `bureau: ${line}`, ''].join('\n'))
  process.exit(1)
}

const stamp = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
const isStamped = () => existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp && existsSync(node)

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
  if (!nodeRuns()) fail('node_modules/node/bin/node does not run. Delete node_modules and try again.', output)
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
  const { ok, output } = npm('ci', '--no-audit', '--no-fund')
  if (!ok) fail('npm ci failed. Check the connection to the package registry, then try again.', output)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19))
  fail(`This is Node ${process.version}. Install Node 20.19 or later: https://nodejs.org`)
if (!isStamped()) {
  if (!isInstalledByHand()) install()
  repairNode()
  writeFileSync(stampFile, stamp)
}

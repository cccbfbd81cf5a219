// Prints how Lighthouse rates pages, and fails when one is bad. The goal is 95 for each. Performance has a lower limit,
// because a busy machine costs points and the outcome of a change must not depend on that. Lighthouse is not among the packages of
// the project, because it is larger than all of them: it is installed into a temporary folder. The pages are those of a
// server of its own, and nothing is asked of any other host.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const version = '12.8.2'
const scoresMin = { performance: 70, accessibility: 95 }
const categories = Object.keys(scoresMin)
const chromium = '/usr/bin/chromium-headless-shell'

const directory = mkdtempSync(join(tmpdir(), 'bureau-lighthouse-'))
const bureau = (...words) =>
  JSON.parse(
    execFileSync('bin/bureau', [...words, '--json', '--data', join(directory, 'data')], { encoding: 'utf8' }),
  )

function installed() {
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--prefix', directory]
  execFileSync('npm', [...words, `lighthouse@${version}`], { stdio: ['ignore', 'ignore', 'inherit'] })
  const modules = join(directory, 'node_modules')
  const load = (path) => import(pathToFileURL(join(modules, path)).href)
  return Promise.all([
    load('lighthouse/core/index.js'),
    load('lighthouse/core/config/desktop-config.js'),
    load('chrome-launcher/dist/index.js'),
  ])
}

async function startServer() {
  const ports = ['GATEWAY', 'FILES', 'SMS', 'PHONES', 'OPERATIONS'].map((name) => [
    `BUREAU_${name}_PORT`,
    '0',
  ])
  const child = spawn('bin/bureau', ['serve', '--json', '--data', join(directory, 'data')], {
    env: { ...process.env, ...Object.fromEntries(ports) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [line] = await once(createInterface({ input: child.stdout }), 'line')
  return { child, origin: JSON.parse(line).files_origin_url }
}

/** The cookie of a new operator, whose workspace has keys, files, and a shared folder. */
async function logIn(origin) {
  const call = async (path, body, headers = {}) => {
    const response = await fetch(`${origin}/console/v1${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: origin, ...headers },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return { cookie: response.headers.get('Set-Cookie')?.split(';')[0], data: (await response.json()).data }
  }
  const person = {
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    password: 'three calm otters',
  }
  const token = new URL(bureau('setup-link').url).hash.slice(1)
  const { cookie, data } = await call('/setup', { ...person, token })
  const workspace = data.workspace_id
  for (let at = 1; at <= 20; at++) {
    const key = { service: 'files', name: `Importer ${at}`, scopes: ['files:read'] }
    await call(`/workspaces/${workspace}/keys`, key, { Cookie: cookie })
  }
  const folder = { name: 'Shared by link', parent_id: null }
  const { data: shared } = await call(`/workspaces/${workspace}/files/folders`, folder, { Cookie: cookie })
  for (let at = 1; at <= 60; at++) {
    const form = new FormData()
    if (at % 3 === 0) form.append('parent_id', shared.id)
    form.append('file', new Blob([`Report ${at}`]), `Report ${at}.txt`)
    await fetch(`${origin}/console/v1/workspaces/${workspace}/files/files`, {
      method: 'POST',
      headers: { Origin: origin, Cookie: cookie },
      body: form,
    })
  }
  await call(`/workspaces/${workspace}/files/shares`, { file_id: shared.id }, { Cookie: cookie })
  return { cookie, workspace, shared: shared.id }
}

async function rate([{ default: lighthouse }, { default: config }], { url, port, cookie }) {
  const { lhr } = await lighthouse(
    url,
    {
      port,
      onlyCategories: categories,
      logLevel: 'error',
      // A page of the app keeps its stream of events open, so it never falls silent.
      maxWaitForLoad: 8000,
      ...(cookie && { extraHeaders: { Cookie: cookie } }),
    },
    config,
  )
  if (lhr.runtimeError) throw new Error(`${url}: ${lhr.runtimeError.message}`)
  return lhr
}

async function check(modules, { name, ...target }) {
  const lhr = await rate(modules, target)
  const scores = categories.map((id) => `${id} ${Math.round(lhr.categories[id].score * 100)}`).join(', ')
  const failed = categories.filter((id) => Math.round(lhr.categories[id].score * 100) < scoresMin[id])
  console.log(`${failed.length === 0 ? 'ok    ' : 'FAILED'} Lighthouse: ${name}: ${scores}`)
  for (const { id } of failed.flatMap((category) => lhr.categories[category].auditRefs)) {
    const { score, title, displayValue = '' } = lhr.audits[id]
    if (score !== null && score < 0.9) console.log(`  ${title} ${displayValue}`)
  }
  return failed.length === 0
}

let server
let chrome
try {
  const [modules, started] = await Promise.all([installed(), startServer()])
  server = started
  const { origin } = server
  const { cookie, workspace, shared } = await logIn(origin)
  const [, , { launch }] = modules
  chrome = await launch({
    chromePath: chromium,
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu'],
    logLevel: 'silent',
  })
  const { port } = chrome
  const pages = [
    { name: 'Log-in', url: `${origin}/login`, port },
    { name: 'Home', url: `${origin}/w/${workspace}`, port, cookie },
    { name: 'API keys', url: `${origin}/w/${workspace}/keys`, port, cookie },
    { name: 'Files', url: `${origin}/w/${workspace}/files`, port, cookie },
    { name: 'Share page', url: `${origin}/sl/${shared}`, port },
  ]
  for (const page of pages) if (!(await check(modules, page))) process.exitCode = 1
} finally {
  chrome?.kill()
  server?.child.kill('SIGINT')
  if (server) await once(server.child, 'exit')
  rmSync(directory, { recursive: true, force: true })
}

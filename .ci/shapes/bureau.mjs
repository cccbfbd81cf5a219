// Stands in for bin/bureau where the conformance suites run on the other shapes of an installation, all of whose
// processes share one PostgreSQL, one Redis, one blob directory and one key:
//   apart    a process for each role, with a gateway that relays to the files role
//   cluster  three processes with all roles, behind one nginx
// `serve` starts the whole and prints the addresses; any other command goes to the first process.
import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const bureau = fileURLToPath(new URL('../../bin/bureau', import.meta.url))
const [shape, ...argv] = process.argv.slice(2)
const at = argv.indexOf('--data')
const dataDir = argv[at + 1] ?? './data'
const origins = ['gateway', 'files', 'sms', 'phones']

/** What runs, last started first, to be ended in that order. */
const running = []

function start(command, args, env = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  running.unshift(async () => {
    child.kill('SIGTERM')
    await ended
  })
  child.once('exit', (code) => {
    if (code) process.stderr.write(`${command} ended with ${code}.\n`)
  })
  return child
}

async function freePorts(count) {
  const { freePort } = await import('../../test/free-port.ts')
  return Promise.all(Array.from({ length: count }, freePort))
}

/** A process of the product; resolves with the addresses that it prints when it is ready. */
async function serve(name, env, roles) {
  const directory = join(dataDir, name)
  const args = ['serve', '--json', '--data', directory, ...(roles ? ['--roles', roles] : [])]
  const child = start(bureau, args, { ...env, BUREAU_OPERATIONS_PORT: '0' })
  const lines = createInterface({ input: child.stdout })
  return new Promise((resolve, reject) => {
    lines.once('line', (line) => resolve(JSON.parse(line)))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready`)))
  })
}

const portVariables = (ports) =>
  Object.fromEntries(
    origins.map((name, index) => [`BUREAU_${name.toUpperCase()}_PORT`, String(ports[index])]),
  )

const urlVariables = (ports) =>
  Object.fromEntries(
    origins.map((name, index) => [`BUREAU_${name.toUpperCase()}_URL`, `http://localhost:${ports[index]}`]),
  )

async function startApart(shared) {
  const ports = await freePorts(4)
  const env = { ...shared, ...portVariables(ports), ...urlVariables(ports) }
  // The first migrates the database; the others would wait for it.
  const urls = await serve('first', env, 'files')
  for (const roles of ['sms', 'phones', 'worker', 'gateway']) await serve(roles, env, roles)
  return urls
}

const nginxServer = (name, port, upstreams) => `
  upstream ${name} { ${upstreams.map((each) => `server 127.0.0.1:${each};`).join(' ')} keepalive 16; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://${name};
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_read_timeout 120s;
    }
  }`

async function startCluster(shared) {
  const fronts = await freePorts(4)
  const processes = [await freePorts(4), await freePorts(4), await freePorts(4)]
  const servers = origins.map((name, index) =>
    nginxServer(
      name,
      fronts[index],
      processes.map((ports) => ports[index]),
    ),
  )
  const directory = join(dataDir, 'nginx')
  mkdirSync(directory, { recursive: true })
  const configuration = join(directory, 'nginx.conf')
  writeFileSync(
    configuration,
    `pid ${directory}/pid; error_log stderr warn; daemon off; worker_processes 1;
events { worker_connections 1024; }
http {
  access_log off; client_max_body_size 0; ignore_invalid_headers off; client_body_temp_path ${directory};
  proxy_temp_path ${directory}; large_client_header_buffers 8 16k; absolute_redirect off;${servers.join('')}
}
`,
  )
  const env = { ...shared, ...urlVariables(fronts), BUREAU_TRUSTED_PROXIES: 'loopback' }
  let urls
  for (const [index, ports] of processes.entries())
    urls = await serve(index === 0 ? 'first' : `other-${index}`, { ...env, ...portVariables(ports) })
  start('nginx', ['-c', configuration, '-e', 'stderr'])
  await listens(fronts[1])
  return urls
}

/** Resolves when something listens on the port. */
async function listens(port) {
  for (let look = 0; look < 100; look++) {
    const socket = connect(port, '127.0.0.1')
    const up = await new Promise((resolve) => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    socket.destroy()
    if (up) return
    await pause(50)
  }
  throw new Error(`Nothing listens on port ${port}.`)
}

const silent = () => undefined
const log = {
  debug: silent,
  info: silent,
  warn: silent,
  error: (fields, message) => console.error(message, fields),
}

async function startAll() {
  // Only here: most commands are none of `serve`, and have to be quick.
  const { startEmbeddedPostgres } = await import('../../src/platform/postgres/embedded.ts')
  for (const part of ['postgres', 'redis', 'first']) mkdirSync(join(dataDir, part), { recursive: true })
  const postgres = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), log })
  running.unshift(postgres.stop)
  const [redisPort] = await freePorts(1)
  // Suites that move the clock do it with a library that Redis does not start with; its own clock counts nothing here.
  start('redis-server', ['--port', String(redisPort), '--dir', join(dataDir, 'redis'), '--save', ''], {
    LD_PRELOAD: '',
  })
  const shared = {
    DATABASE_URL: postgres.connectionString,
    REDIS_URL: `redis://127.0.0.1:${redisPort}`,
    BUREAU_BLOBS: `file:${join(dataDir, 'blobs')}`,
    BUREAU_LOG_LEVEL: 'error',
    BUREAU_SECRET_KEY: Buffer.alloc(32, shape).toString('base64'),
  }
  return shape === 'apart' ? startApart(shared) : startCluster(shared)
}

if (argv[0] === 'serve') {
  const stop = async () => {
    for (const end of running.splice(0)) await end()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void stop())
  const urls = await startAll()
  process.stdout.write(`${JSON.stringify(urls)}\n`)
} else {
  const words = at < 0 ? argv : argv.with(at + 1, join(dataDir, 'first'))
  const child = spawn(bureau, words, { stdio: 'inherit' })
  child.once('exit', (code) => process.exit(code ?? 1))
}

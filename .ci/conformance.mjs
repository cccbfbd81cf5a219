// Runs the black-box conformance suites that stand beside the checkout: all of them on the local directory, those of
// files on S3 too, and those of what processes must agree on with roles apart and with three processes behind nginx
// (shapes/bureau.mjs). They run side by side: each waits for its server half of the time. A case that needs an endpoint
// which does not exist yet is listed with its reason in conformance-exceptions.json; the list only shrinks: a listed case
// that passes fails the run until it is taken off.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

const runner = '../shared/conformance/run.mjs'
const radosgw = 'test/s3/radosgw.sh'
const { suites, suitesOnS3, suitesOnShapes, exceptions } = JSON.parse(
  readFileSync(new URL('conformance-exceptions.json', import.meta.url), 'utf8'),
)

if (!existsSync(runner)) {
  console.error(`${runner} does not exist; the conformance suites cannot run.`)
  process.exit(1)
}

/**
 * Runs suites in an environment; answers with how many cases passed and the names of those that failed. What it said is in
 * a file beside the report; failures that are not listed are printed when it is over, so that runs side by side stay apart.
 */
async function run(names, where, env) {
  const startedMs = performance.now()
  const report = `.ci/out/conformance-${where.replaceAll(' ', '-')}.json`
  const child = spawn(process.execPath, [runner, names.join(',')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    // Suites stop their servers one after the other, and no balancer waits for a sign before.
    env: { ...process.env, BUREAU_DRAIN_SECONDS: '0', ...env, REPORT: report },
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text) => (said += text))
  const [status] = await once(child, 'close')
  writeFileSync(report.replace('.json', '.txt'), said)
  if (status === null) {
    console.error(`${where}: ended by a signal\n${said}`)
    process.exit(1)
  }
  const results = JSON.parse(readFileSync(report, 'utf8'))
  const passed = results.reduce((sum, suite) => sum + (suite.passed ?? 0), 0)
  const failures = results.flatMap(({ area, failures: cases, setup }) =>
    setup
      ? [{ name: `${area}: setup`, error: setup }]
      : cases.map(({ name, error }) => ({ name: `${area}: ${name}`, error })),
  )
  console.log(`${where}: ${passed} passed in ${Math.round((performance.now() - startedMs) / 1000)} s`)
  for (const { name, error } of failures)
    if (!(`${name} (${where})` in exceptions)) console.error(`FAIL ${where}, ${name}\n  ${error}`)
  return { passed, failed: failures.map(({ name }) => name) }
}

/** The same against a Ceph of this run's own. */
async function runOnS3(names) {
  const directory = join(mkdtempSync(join(tmpdir(), 'bureau-ceph-')), 'ceph')
  const [s3Port, monitorPort] = ['7480', '6790']
  const [accessKeyId, secretAccessKey] = ['conformance', 'conformance12345']
  const sh = (...words) => spawnSync('sh', [radosgw, ...words], { stdio: 'inherit' })
  if (sh('start', directory, s3Port, monitorPort, accessKeyId, secretAccessKey).status !== 0) process.exit(1)
  try {
    const endpoint = `http://127.0.0.1:${s3Port}`
    const credentials = { accessKeyId, secretAccessKey }
    const client = new S3Client({ endpoint, region: 'us-east-1', credentials, forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: 'bureau' }))
    return await run(names, 'on S3', {
      BUREAU_BLOBS: `s3://bureau?endpoint=${endpoint}`,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    })
  } finally {
    sh('stop', directory)
  }
}

const runOnShape = (shape) =>
  run(suitesOnShapes, shape, { PROJECT: fileURLToPath(new URL(`shapes/${shape}/`, import.meta.url)) })

const runLocally = (names) => run(names, `${names.join(' and ')} on the local directory`, {})

/** Runs one after the other, which together take about as long as those beside them. */
async function chain(...runs) {
  const outcomes = []
  for (const each of runs) outcomes.push(await each())
  return outcomes
}

const [[first], [second, cluster], [onS3, apart]] = await Promise.all([
  chain(() => runLocally(suites.filter((name) => name !== 'files'))),
  chain(
    () => runLocally(['files']),
    () => runOnShape('cluster'),
  ),
  chain(
    () => runOnS3(suitesOnS3),
    () => runOnShape('apart'),
  ),
])

const listed = Object.keys(exceptions)
const elsewhere = { 'on S3': onS3, apart, cluster }
const failed = [
  ...first.failed,
  ...second.failed,
  ...Object.entries(elsewhere).flatMap(([where, { failed: names }]) =>
    names.map((name) => `${name} (${where})`),
  ),
]
const unexpected = failed.filter((name) => !listed.includes(name))
const overdue = listed.filter((name) => !failed.includes(name))
for (const name of unexpected) console.error(`not listed, but failed: ${name}`)
for (const name of overdue) console.error(`listed, but passed or gone: ${name}`)
const passed = [first, second, ...Object.values(elsewhere)].reduce((sum, { passed: count }) => sum + count, 0)
console.log(`${passed} passed, ${unexpected.length} failed, ${failed.length - unexpected.length} skipped`)
process.exit(unexpected.length + overdue.length > 0 || passed === 0 ? 1 : 0)

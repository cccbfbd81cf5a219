// Runs the black-box conformance suites that stand beside the checkout. A case that needs an endpoint which does not
// exist yet is listed with its reason in conformance-exceptions.json; the list only shrinks: a listed case that passes
// fails the run until it is taken off.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const runner = '../shared/conformance/run.mjs'
const report = '.ci/out/conformance.json'
const { suites, exceptions } = JSON.parse(
  readFileSync(new URL('conformance-exceptions.json', import.meta.url), 'utf8'),
)

if (!existsSync(runner)) {
  console.error(`${runner} is not there; the conformance suites cannot be run.`)
  process.exit(1)
}
const { status } = spawnSync(process.execPath, [runner, suites.join(',')], {
  stdio: 'inherit',
  env: { ...process.env, REPORT: report },
})
if (status === null) process.exit(1)

const results = JSON.parse(readFileSync(report, 'utf8'))
const failed = results.flatMap(({ area, failures, setup }) =>
  setup ? [`${area}: setup`] : failures.map(({ name }) => `${area}: ${name}`),
)
const listed = Object.keys(exceptions)
const unexpected = failed.filter((name) => !listed.includes(name))
const overdue = listed.filter((name) => !failed.includes(name))
for (const name of unexpected) console.error(`not listed, but failed: ${name}`)
for (const name of overdue) console.error(`listed, but passed or gone: ${name}`)
const passed = results.reduce((sum, suite) => sum + (suite.passed ?? 0), 0)
const excused = failed.length - unexpected.length
console.log(`${passed} passed, ${unexpected.length} failed, ${excused} skipped`)
process.exit(unexpected.length + overdue.length > 0 || passed === 0 ? 1 : 0)

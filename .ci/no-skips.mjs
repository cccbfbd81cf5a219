// Fails when a test of the run was skipped: here everything that tests need is installed.
import { readFileSync } from 'node:fs'

const { testResults } = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const skipped = testResults
  .flatMap(({ name, assertionResults }) => assertionResults.map((result) => ({ name, ...result })))
  .filter(({ status }) => status !== 'passed' && status !== 'failed')
for (const { name, fullName } of skipped) console.error(`skipped: ${name}: ${fullName}`)
if (skipped.length > 0) process.exit(1)

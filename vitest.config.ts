import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { SkippedReporter } from './test/skipped-reporter.ts'

/** For `.ci/no-skips.mjs`. */
const jsonReport: ['json', { outputFile: string }] = ['json', { outputFile: '.ci/out/tests.json' }]

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'web/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    reporters: ['default', new SkippedReporter(), ...(process.env['CI'] ? [jsonReport] : [])],
    // No module keeps state, so files share a thread's modules: the suite is several times faster.
    pool: 'threads',
    // Files wait for disks, processes and clocks a fifth of the time, so one more runs at once than there are processors.
    maxWorkers: Math.max(3, availableParallelism() + 1),
    isolate: false,
    // What is polled comes by itself, at times on a machine with other things to do.
    expect: { poll: { timeout: 30_000 } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    teardownTimeout: 60_000,
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    reporters: process.env['CI'] ? ['default', ['json', { outputFile: '.ci/out/tests.json' }]] : ['default'],
    // No module keeps state, so files share a thread's modules: the suite is several times faster.
    pool: 'threads',
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 20_000,
  },
})

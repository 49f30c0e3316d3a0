import { join } from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { failedFiles } from './test/support/failed-files.ts'
import { ONE_CELL_ONLY } from './test/support/one-cell-only.ts'

export default defineConfig({
  test: {
    include: [
      'test/**/*.test.ts',
      'src/**/*.test.ts',
      'packages/*/test/**/*.test.ts',
      'examples/**/*.test.ts',
    ],
    exclude: [
      ...configDefaults.exclude,
      ...(process.env.TASMAN_TEST_CELLS ? Object.keys(ONE_CELL_ONLY) : []),
    ],
    // The packages are tested as they are written; the packed ones by scripts/newcomer.mjs.
    alias: {
      '@tasman/client': join(import.meta.dirname, 'packages/client/src/index.ts'),
      '@tasman/cli/arguments': join(import.meta.dirname, 'packages/cli/src/arguments.ts'),
      '@tasman/cli/connection': join(import.meta.dirname, 'packages/cli/src/connection.ts'),
    },
    reporters: ['default', failedFiles],
    globalSetup: 'test/support/global-setup.ts',
    setupFiles: 'test/support/quick-passwords.ts',
    pool: 'forks',
    // A worker loads the service once for all its files, which saves a third of the processor time. What the service
    // remembers belongs to one app or one database, so no file meets what another left.
    isolate: false,
    maxWorkers: 2,
    // Twice what the slowest needs on two busy cores: a test that hangs is found a minute later, and nothing fails by being slow.
    testTimeout: 90_000,
    hookTimeout: 120_000,
  },
})

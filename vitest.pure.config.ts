import { defineConfig } from 'vitest/config'

/** The tests that need no database and no service: what a change in `src/payroll` is measured by. */
export default defineConfig({
  test: {
    include: [
      'src/payroll/**/*.test.ts',
      'test/golden/au.test.ts',
      'test/golden/nz.test.ts',
      'test/properties/au.test.ts',
      'test/properties/au-periods.test.ts',
      'test/properties/nz.test.ts',
    ],
    pool: 'threads',
    maxWorkers: 1,
    isolate: false,
    testTimeout: 30_000,
  },
})

import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule } from 'vitest/node'

/** Writes the files that failed to TASMAN_FAILED_FILES, one a line, for `scripts/rerun-failed.mjs`. */
export const failedFiles: Reporter = {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const target = process.env.TASMAN_FAILED_FILES
    // An error outside of any test has no file that could be run again.
    if (!target || errors.length > 0) return
    const failed = modules.filter((module) => module.state() === 'failed')
    writeFileSync(target, failed.map((module) => relative('.', module.moduleId)).join('\n'))
  },
}

export { advanceSandbox, advanceSandboxes, forEachSandbox } from './clock.ts'
export type { TimedWork } from './due.ts'
export { findSandbox, type Waiting } from './queries.ts'

export { advanceSandbox, advanceSandboxes, forEachSandbox, type TimedWork, workSandbox } from './clock.ts'
export type { Waiting } from './queries.ts'
export { sandboxRoutes } from './routes.ts'

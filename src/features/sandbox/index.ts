export { advanceSandbox, advanceSandboxes, forEachSandbox } from './clock.ts'
export { sandboxRoutes } from './routes.ts'

export { type HeldYear, loadHeldYear } from './held.ts'
export { judgePayEvent } from './judge.ts'
export { singleTouchRoutes } from './routes.ts'
export { checkRunReport } from './submit.ts'

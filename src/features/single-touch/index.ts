export { judgePayEvent } from './judge.ts'
export { singleTouchRoutes } from './routes.ts'

export { terminationRoutes } from './routes.ts'
export { processDueTerminations } from './staged.ts'

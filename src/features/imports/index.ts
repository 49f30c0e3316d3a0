export { escapeFormula } from './cells.ts'
export { importRoutes } from './routes.ts'

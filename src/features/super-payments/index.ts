export { splitAmongFunds, superOf, totalOf } from './contributions.ts'
export { loadOwed, openOf } from './owed.ts'
export { superPaymentRoutes } from './routes.ts'

export { insertStandingItems, loadStandingItems, type StandingItemDraft } from './queries.ts'
export { standingItemRoutes } from './routes.ts'

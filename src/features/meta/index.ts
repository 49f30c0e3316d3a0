export { docsPage } from './docs-page.ts'
export { metricsPage } from './metrics.ts'
export { metaRoutes } from './routes.ts'
export { VERSION } from './version.ts'

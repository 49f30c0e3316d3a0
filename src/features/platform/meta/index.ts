export { docsPage } from './docs-page.ts'
export { metricsPage } from './metrics.ts'
export { VERSION } from './version.ts'

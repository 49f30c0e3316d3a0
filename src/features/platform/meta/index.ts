export { docsPage } from './docs-page.ts'
export { metricsPage } from './metrics.ts'
export { RELEASE } from './version.ts'

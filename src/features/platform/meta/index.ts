export { docsPage } from './docs-page.ts'
export { docsSite } from './docs-site.ts'
export { metricsPage } from './metrics.ts'
export { VERSION } from './version.ts'

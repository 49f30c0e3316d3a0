export { deliverDueReports } from './deliver.ts'

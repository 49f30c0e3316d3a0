export { findCompany } from './queries.ts'

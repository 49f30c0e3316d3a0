export { openAccountNumber, openIrdNumber } from './numbers.ts'
export { findCompany } from './queries.ts'
export { companyRoutes } from './routes.ts'
export { createCompanyIn, readCompany, requireEmployeesOf } from './service.ts'

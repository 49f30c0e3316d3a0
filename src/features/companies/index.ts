export { companyHasPays, findCompany } from './queries.ts'
export { companyRoutes } from './routes.ts'
export { BasicEmployee, CompanyView } from './schema.ts'
export { createCompanyIn, requireEmployeesOf } from './service.ts'

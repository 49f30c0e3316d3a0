export { openAccountNumber, openIrdNumber } from './numbers.ts'
export { countDrafts, findCompany, findCompanyWithNames } from './queries.ts'
export { createCompanyIn, readCompany, requireEmployeesOf } from './service.ts'

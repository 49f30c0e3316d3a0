export { createCompanyIn, fillCompany, readCompany, requireEmployeesOf } from './manage-companies.ts'
export { openAccountNumber, openIrdNumber } from './numbers.ts'
export { requireOwnPeriod } from './own-period.ts'
export { countDrafts, findCompany, findCompanyEvenDeleted, findCompanyWithNames } from './queries.ts'

export { findCompanyEvenDeleted } from './deleted-queries.ts'
export { createCompanyIn, fillCompany, readCompany, requireEmployeesOf } from './manage-companies.ts'
export { openAccountNumber, openIrdNumber } from './numbers.ts'
export { countDrafts, findCompany, findCompanyWithNames } from './queries.ts'

export { approveOfficer, endAccess, forgetCallers, requirePerson } from './manage.ts'

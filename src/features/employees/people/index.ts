export { endAccess, forgetCallers, requirePerson } from './manage.ts'
export { lockAccount } from './queries.ts'

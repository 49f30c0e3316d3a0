export { endAccess, forgetCallers, requirePerson } from './manage.ts'

export { requirePerson } from './manage.ts'

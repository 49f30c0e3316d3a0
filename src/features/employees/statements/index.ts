export { type OutstandingStatement, readStatements } from './statements.ts'

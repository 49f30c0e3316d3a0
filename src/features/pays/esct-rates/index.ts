export { listOpenRollOvers } from './list.ts'

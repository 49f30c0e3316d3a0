export { isLeaveArrears } from './owed.ts'
export { addToDraft } from './put-on-pay.ts'
export { listPaidBack } from './queries.ts'

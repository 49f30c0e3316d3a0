export { type Item, isToRecover, loadItems, partyOf } from './items.ts'
export { loadPayees, openPayee } from './payees.ts'
export { endLines, insertLines, insertSettlement, type NewLine } from './queries.ts'
export { paymentRoutes } from './routes.ts'

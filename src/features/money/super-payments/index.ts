export { checkRunSuper } from './check-run.ts'
export { splitAmongFunds, superOf, totalOf } from './contributions.ts'
export { isOwedBack, loadOwed, type Owed, openOf } from './owed.ts'

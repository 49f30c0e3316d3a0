export { cycleOf, type PayCycle, paymentDay } from './cycle.ts'
export { loadCalendars } from './queries.ts'
export { requireCycle } from './service.ts'

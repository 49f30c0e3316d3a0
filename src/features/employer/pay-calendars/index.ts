export { cycleOf, type PayCycle, paymentDay } from './cycle.ts'
export { requireCycle } from './manage-calendars.ts'
export { loadCalendars } from './queries.ts'
export { listUpcomingOf } from './upcoming.ts'

export { openingBalanceRoutes } from './routes.ts'
export { OpeningBalances, OpeningBalancesInput, OpeningBalancesItem, OpeningPeriodInput } from './schema.ts'
export { putOpeningsIn, readOpeningInputs, readOpenings, refusalOfOpening } from './service.ts'
export { addOpening, type OpeningStpYear, openingStpYears, openingsIn, withOpening } from './year.ts'

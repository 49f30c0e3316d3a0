export { findOption as findEmploymentOption, type OptionList } from './queries.ts'
export { employmentTypeRoutes } from './routes.ts'

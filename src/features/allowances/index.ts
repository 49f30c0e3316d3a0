export {
  claimAllowanceDescription,
  claimEmployeeDescriptions,
  type DescriptionHolder,
  releaseAllowanceDescription,
} from './descriptions.ts'
export { allowanceRoutes } from './routes.ts'
export { checkDescription as checkAllowanceDescription } from './rules.ts'

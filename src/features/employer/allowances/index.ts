export {
  claimAllowanceDescription,
  claimEmployeeDescriptions,
  type DescriptionHolder,
  releaseAllowanceDescription,
} from './description-queries.ts'
export { createAllowanceIn } from './manage-allowances.ts'
export { listAllowances } from './queries.ts'
export { checkDescription as checkAllowanceDescription } from './rules.ts'
export { CompanyAllowanceCreate } from './schema.ts'

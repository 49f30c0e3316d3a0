export {
  claimAllowanceDescription,
  claimEmployeeDescriptions,
  type DescriptionHolder,
  releaseAllowanceDescription,
} from './description-queries.ts'
export { listAllowances } from './queries.ts'
export { checkDescription as checkAllowanceDescription } from './rules.ts'
export { CompanyAllowanceCreate } from './schema.ts'
export { createAllowanceIn } from './service.ts'

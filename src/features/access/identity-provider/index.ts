export { findScimCaller, type ScimCaller } from './queries.ts'
export {
  createScimToken,
  readOrganisation,
  removeOrganisation,
  revokeScimToken,
  saveOrganisation,
  verifyDomains,
} from './settings.ts'

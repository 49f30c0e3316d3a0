export { startAccessListener } from './access-listener.ts'
export {
  changePassword,
  endSessions,
  enrolSecondFactor,
  listSessions,
  type Proven,
  proveByCode,
  removeSecondFactor,
  renewRecoveryCodes,
} from './account.ts'
export { countRecoveryCodes } from './account-queries.ts'
export { mayStillGive } from './authority.ts'
export { callersOf } from './caller-cache.ts'
export { checkFormToken, formToken } from './cookies.ts'
export { createCallerFinder, findCallerOfGrant } from './find-caller.ts'
export { forgetEnded } from './forget.ts'
export {
  endConnection,
  nameOfGrant,
  revokeGrant,
  revokeGrantsOfClient,
  revokeGrantsOfUser,
} from './grants.ts'
export { createHandoff } from './handoff.ts'
export { createInvitation } from './invitations.ts'
export { issueGrant } from './issue-token.ts'
export { sendErrorPage } from './pages/layout.ts'
export { createPasswordLink } from './password-links.ts'
export { offerSecondFactor } from './second-factor.ts'
export { appUser, closeSessionsOf, extendOpenedSession, type SessionUser, sessionUser } from './sessions.ts'
export { type SignInStep, signInWithCode, signInWithPassword, waitSentence } from './sign-in-steps.ts'
export { startSession } from './start-session.ts'
export { type Voided, voidGifts } from './void-gifts.ts'
export { tokenForSession } from './web-session.ts'

export { startAccessListener } from './access-listener.ts'
export {
  changePassword,
  endSessions,
  enrolSecondFactor,
  listSessions,
  type Proven,
  proveByCode,
  proveByPassword,
  proveForFactor,
  proveSession,
  refuseLastFactor,
  removeSecondFactor,
  renewRecoveryCodes,
  requireFactorLeft,
} from './account.ts'
export {
  countRecoveryCodes,
  dropUnusedRecoveryCodes,
  hasPassword,
  lockPerson,
  markProved,
} from './account-queries.ts'
export { mayStillGive } from './authority.ts'
export { callersOf } from './caller-cache.ts'
export { completeSignIn } from './complete-sign-in.ts'
export { checkFormToken, formToken } from './cookies.ts'
export { createCallerFinder, findCallerOfGrant } from './find-caller.ts'
export { forgetEnded } from './forget.ts'
export { localPath, PAGE, readField, readForm, TextField, takesForm } from './forms.ts'
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
export { formField, problem, sendErrorPage, sendPage } from './pages/layout.ts'
export { extendOpenedSession } from './partner-session-queries.ts'
export { createPasswordLink } from './password-links.ts'
export { requiresProvider } from './provider-queries.ts'
export { writeRecoveryCodes } from './recovery-codes.ts'
export { forgetSuccessors } from './refresh-grace-queries.ts'
export { offerSecondFactor } from './second-factor.ts'
export {
  appUser,
  closeSessionsOf,
  pendingUser,
  type SessionUser,
  sessionUser,
} from './sessions.ts'
export { isRefusedDemo } from './sign-in.ts'
export {
  ENDED,
  ORGANISATION_ONLY,
  refuseForNow,
  type SignInStep,
  signInWithCode,
  signInWithPassword,
  waitSentence,
} from './sign-in-steps.ts'
export { startSession } from './start-session.ts'
export { countTry, forgiveTry, keysOf } from './throttle.ts'
export { type Voided, voidGifts } from './void-gifts.ts'
export { tokenForSession } from './web-session.ts'

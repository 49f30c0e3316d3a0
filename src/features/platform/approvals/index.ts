export { requireAccountApproval } from './accounts.ts'
export { asksApproval, isOn, requireApproval } from './gate.ts'
export { answerWaiting } from './prepare.ts'
export { type ApprovalRules, loadApprovalRules } from './queries.ts'

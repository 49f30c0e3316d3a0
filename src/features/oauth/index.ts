export { createCallerFinder } from './find-caller.ts'
export { issueGrant } from './issue-token.ts'

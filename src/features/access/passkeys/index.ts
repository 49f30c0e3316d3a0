export { listPasskeys } from './list.ts'
export { addPasskey, changePasskeyName, offerPasskey, removePasskey } from './manage.ts'
export { offerSignIn, provePasskey, signInWithPasskey } from './sign-in.ts'
export type { NewCredential, UsedCredential } from './verify.ts'

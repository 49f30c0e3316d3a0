import { checkAbn } from './abn.ts'
import { checkAcn } from './acn.ts'
import { checkAgentNumber } from './agent-number.ts'
import { checkBsb } from './bsb.ts'
import { checkIrdNumber } from './ird-number.ts'
import { checkNzBankAccount } from './nz-bank-account.ts'
import { checkNzbn } from './nzbn.ts'
import { checkTfn } from './tfn.ts'
import { checkUsi } from './usi.ts'

/** JSON Schema formats by name. Each returns the problem with a string, or null when it is valid. */
export const FORMAT_CHECKS: Record<string, (text: string) => string | null> = {
  abn: checkAbn,
  acn: checkAcn,
  'agent-number': checkAgentNumber,
  bsb: checkBsb,
  'ird-number': (text) => checkIrdNumber(text),
  'nz-bank-account': checkNzBankAccount,
  nzbn: checkNzbn,
  tfn: checkTfn,
  usi: checkUsi,
}

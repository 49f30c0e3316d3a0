import { isZero, ZERO } from '../../../../kernel/values/money.ts'
import { Trace } from '../../../../payroll/trace.ts'
import type { AuPayInput } from '../input/input.ts'
import type { AuRates } from '../rates/rates.ts'
import { type Contribution, contribute, type SuperParts } from './retirement.ts'

/**
 * Sacrifices and deductions excluded from super lower the base, as specified. The guarantee still applies to them:
 * sacrificed amounts count since 1 January 2020, and deductions are paid out of earnings.
 */
export function shortfallWarnings(
  input: AuPayInput,
  parts: SuperParts,
  { compulsory }: Contribution,
  rates: AuRates,
): string[] {
  const { sacrifices, deductions } = parts
  if (isZero(sacrifices.outsideSuperBase) && isZero(deductions.outsideSuperBase)) return []
  const whole = {
    ...parts,
    sacrifices: { ...sacrifices, outsideSuperBase: ZERO },
    deductions: { ...deductions, outsideSuperBase: ZERO },
  }
  const short = contribute(input, whole, rates, new Trace({ isWritten: false })).compulsory.minus(compulsory)
  if (short.lte(ZERO)) return []
  const names = [...input.sacrifices, ...input.deductions]
    .filter((line) => !line.isInSuper)
    .map((line) => `"${line.description}"`)
  return [
    `Super is ${short.toFixed(2)} below the guarantee: ${names.join(', ')} is kept out of super, but the guarantee is owed on sacrificed and deducted amounts too. Send is_included_in_super_calculations true.`,
  ]
}

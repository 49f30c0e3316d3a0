import type { Company } from '../../database/tables/companies.ts'
import { sourceText } from '../../payroll/sources.ts'
import type { StepInputs } from '../../payroll/trace.ts'
import { notFound } from '../../problem.ts'
import type { Service } from '../../service.ts'
import { findPay } from './load/pays.ts'
import { differences, replayPay } from './replay.ts'

/** The steps that led to a pay. They are found by calculating it again from what was stored, and must lead to the same figures. */
export async function explainPay(service: Service, company: Company, payId: number) {
  const pay = await findPay(service.database.query, company.id, payId)
  if (!pay) throw notFound('Pay not found.')
  const outcome = replayPay(
    { facts: pay.row.facts, lines: pay.lines, jurisdiction: company.jurisdiction },
    service.rates,
  )
  const different = differences(pay.row, outcome)
  if (different.length > 0)
    throw new Error(`pay ${payId} is not reached by its steps: ${JSON.stringify(different)}`)
  return {
    pay_id: payId,
    pay_date: pay.row.processed_date,
    steps: outcome.result.steps.map((step) => ({
      name: step.name,
      amount: Number(step.amount.toFixed()),
      formula: step.formula,
      inputs: viewInputs(step.inputs),
      rule: step.rule,
      source: sourceText(step.source),
    })),
  }
}

function viewInputs(inputs: StepInputs): Record<string, number | string> {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, value]) => [
      name,
      typeof value === 'string' ? value : Number(value.toFixed()),
    ]),
  )
}

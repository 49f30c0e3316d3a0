import type { Static } from 'typebox'
import type { Company } from '../../../database/tables/companies.ts'
import { notFound } from '../../../kernel/problem.ts'
import { sourceText } from '../../../payroll/sources.ts'
import { summarise } from '../../../payroll/summaries.ts'
import type { Step, StepInputs } from '../../../payroll/trace.ts'
import type { Service } from '../../../service.ts'
import type { WholePay } from './context/loaded-pay.ts'
import { findPay } from './context/pays.ts'
import { termsUsed } from './context/terms-used.ts'
import { countryOf } from './country/index.ts'
import { differences, replayPay } from './replay.ts'
import type { Explanation } from './schema/pay.ts'

type ExplanationView = Static<typeof Explanation>

/**
 * Returns the steps that led to a pay, recalculated from its stored facts. If a rule or table has changed since, the
 * results differ. The stored figures remain valid, and the response lists the differences.
 */
export async function explainPay(
  service: Service,
  company: Company,
  payId: number,
): Promise<ExplanationView> {
  const pay = await findPay(service.database.query, company.id, payId)
  if (!pay) throw notFound('Pay not found.')
  return {
    pay_id: payId,
    pay_date: pay.row.processed_date,
    law_version: pay.row.law_version,
    period_end_date: pay.run.end_date,
    ...recalculate(service, company, pay),
  }
}

type Recalculation = Pick<ExplanationView, 'terms' | 'summary' | 'steps' | 'differences' | 'note'>

function recalculate(service: Service, company: Company, pay: WholePay): Recalculation {
  try {
    const recalculated = replayPay(pay, countryOf(company), service.rates)
    const different = differences(pay.row, recalculated)
    return {
      terms: termsUsed(countryOf(company).termsOfPay(pay.row.facts)),
      summary: summarise(recalculated.steps).map(({ amount, ...rest }) => ({
        ...rest,
        amount: Number(amount.toFixed()),
      })),
      steps: recalculated.steps.map(viewStep),
      differences: different.map(({ figure, stored, replayed }) => ({
        figure,
        stored: stored === null ? null : Number(stored),
        recalculated: Number(replayed),
      })),
      note:
        different.length === 0
          ? null
          : 'A rule or a table has changed since this pay was made. The amounts paid do not change; the steps use today’s rules.',
    }
  } catch (error) {
    // The amounts paid do not change, whatever the error. The log names the pay to investigate.
    service.log.error({ err: error, pay_id: pay.row.id }, 'a pay could not be calculated again')
    return {
      terms: [],
      summary: [],
      steps: [],
      differences: [],
      note: 'This pay cannot be calculated again, so its steps cannot be shown. The amounts paid do not change.',
    }
  }
}

export function viewStep(step: Step): ExplanationView['steps'][number] {
  return {
    name: step.name,
    amount: Number(step.amount.toFixed()),
    formula: step.formula,
    inputs: viewInputs(step.inputs),
    rule: step.rule,
    source: sourceText(step.source),
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

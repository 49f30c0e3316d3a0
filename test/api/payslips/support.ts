import { buildPayslip } from '../../../src/features/documents/payslips/build.ts'
import { loadPayslip } from '../../../src/features/documents/payslips/load.ts'
import type { AnyJson, TestApp, TestClient } from '../../support/app.ts'

/** A week with overtime and a day of leave: `await aPay(owner, company.id, employee.id, { leave: [] })`. */
export async function aPay(
  owner: TestClient,
  companyId: number,
  employeeId: number,
  extra: object = {},
): Promise<AnyJson> {
  const body = [
    {
      employee_id: employeeId,
      hours: [
        { description: 'Ordinary', units: 'hours', value: '30.4' },
        { description: 'Overtime', units: 'hours', value: 4, multiplier: 1.5, is_overtime: true },
      ],
      leave: [{ description: 'Annual leave', leave_type: 'HOLIDAY', date: '2026-11-16', hours: '7.6' }],
      ...extra,
    },
  ]
  const answer = await owner.put(`/api/company/${companyId}/pays/create?pay_date=2026-11-18`, body)
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
  return answer.body[0]
}

/** Every text of a payslip, for searching. */
export async function payslipWords(tasman: TestApp, companyId: number, payId: number): Promise<string[]> {
  const stored = await tasman.service.database.query
    .selectFrom('companies')
    .selectAll()
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow()
  const slip = buildPayslip(await loadPayslip(tasman.service, stored, payId))
  return [
    slip.employer.name,
    ...slip.employer.lines,
    slip.employee.name,
    ...slip.employee.lines,
    ...slip.facts.flatMap((fact) => [fact.label, fact.value]),
    slip.net,
    ...[...slip.sections, ...slip.side].flatMap((section) =>
      section.rows.length === 0
        ? []
        : [
            section.heading,
            ...section.columns.map((column) => column.label),
            ...section.rows.flatMap((row) => row.cells),
          ],
    ),
    ...slip.notes,
  ]
}

import { Link } from 'wouter'
import type { RunFinding } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Badge } from '../parts/badge.tsx'
import { paths } from '../paths.ts'

const AREAS: Record<RunFinding['area'], string> = {
  pay: 'Pay',
  bank: 'Bank file',
  super: 'Super file',
  lodgement: 'Report',
  payslip: 'Payslip',
}
const MENDS: Record<RunFinding['mend'], string> = {
  employee: 'Open the employee',
  'bank-accounts': 'Add an account',
  'super-funds': 'Add a fund',
  company: 'Company details',
  pay: 'Open the pay',
  operator: '',
}

/** What a check found, each with the link to where it is put right. */
export function Findings({ findings }: { findings: readonly RunFinding[] }) {
  return (
    <ul className="findings">
      {findings.map((finding) => (
        <li key={`${finding.employee_id} ${finding.message}`}>
          <Badge text={AREAS[finding.area]} tone={finding.severity === 'blocks' ? 'bad' : 'warning'} />
          <span className="finding-text">
            {finding.format_name && <strong>{finding.format_name}: </strong>}
            {finding.message}
          </span>
          <Mend finding={finding} />
        </li>
      ))}
    </ul>
  )
}

function Mend({ finding: { mend, employee_id, pay_id, format_name } }: { finding: RunFinding }) {
  const { company } = useCompany()
  const place =
    mend === 'company'
      ? paths.company(company.id)
      : mend === 'pay'
        ? pay_id && paths.pay(company.id, pay_id)
        : employee_id && `${paths.employee(company.id, employee_id)}${mend === 'employee' ? '' : `#${mend}`}`
  if (!place || mend === 'operator') return null
  return (
    <Link href={place} aria-label={format_name ? `${MENDS[mend]}: ${format_name}` : MENDS[mend]}>
      {MENDS[mend]}
    </Link>
  )
}

import type { Employee } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { Notice } from '../parts/notice.tsx'
import { BankAccounts, SuperFunds } from './money-lists.tsx'
import { OwnRates } from './own-rates.tsx'
import { ParentalLeavePay } from './parental-leave-pay.tsx'
import { StandingItems } from './standing-items.tsx'
import { StpDetails } from './stp-details.tsx'
import { SuperChoice } from './super-choice.tsx'

/** How an employee is paid: standing items, rates, and the accounts for net pay and super. */
export function PaySetup({ employee }: { employee: Employee }) {
  const { isNz, company } = useCompany()
  return (
    <>
      {employee.pay_rate_per_hour === null && (
        <Notice kind="warning">There is no hourly rate yet: enter it under Details.</Notice>
      )}
      <BankAccounts employee={employee} />
      {!isNz && <SuperChoice employee={employee} />}
      {!isNz && <SuperFunds employee={employee} />}
      <OwnRates employee={employee} />
      <StandingItems employeeId={employee.id} />
      {!isNz && <ParentalLeavePay employee={employee} />}
      {!isNz && company.is_stp_enabled && <StpDetails employee={employee} />}
    </>
  )
}

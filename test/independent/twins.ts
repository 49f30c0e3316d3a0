/*
 * Two identical employees are paid the same in each period, one in a single pay and one in several. The
 * withholding and contributions of each period must be equal. Imports nothing from the service.
 */
import type { ToldPay } from './ledger.ts'

const SUMMED = [
  'gross',
  'tax',
  'super',
  'nz_student_loan',
  'kiwisaver_employee_amount',
  'kiwisaver_employer_amount',
] as const
/** Truncated to cents for each pay (Inland Revenue's steps), so split pays may each lose up to a cent. */
const isTruncated = (name: string) => name.startsWith('kiwisaver_')

export function checkTwins(pays: readonly ToldPay[], whole: number, split: number): string | undefined {
  const sums = new Map<string, number>()
  const ends = new Set<string>()
  const counts = new Map<string, number>()
  for (const pay of pays) {
    if (pay.status !== 'processed' || (pay.employee_id !== whole && pay.employee_id !== split)) continue
    ends.add(pay.pay_run_end_date)
    const who = `${pay.employee_id}/${pay.pay_run_end_date}`
    counts.set(who, (counts.get(who) ?? 0) + 1)
    for (const name of SUMMED) {
      const amount = Math.round(Number((pay as Record<string, unknown>)[name] ?? 0) * 100)
      sums.set(`${who}/${name}`, (sums.get(`${who}/${name}`) ?? 0) + amount)
    }
  }
  for (const end of [...ends].sort()) {
    if (!counts.has(`${whole}/${end}`) || !counts.has(`${split}/${end}`)) continue
    for (const name of SUMMED) {
      const [one, many] = [sums.get(`${whole}/${end}/${name}`) ?? 0, sums.get(`${split}/${end}/${name}`) ?? 0]
      const tolerated = isTruncated(name) ? (counts.get(`${split}/${end}`) ?? 1) - 1 : 0
      if (Math.abs(one - many) > tolerated)
        return `${name} of the period to ${end}: ${one / 100} in one pay, ${many / 100} in ${counts.get(`${split}/${end}`)} pays`
    }
  }
  return undefined
}

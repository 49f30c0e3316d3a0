import { useMutation } from '@tanstack/react-query'
import { download } from '../api/client.ts'
import type { Pay } from '../api/types.ts'
import { useCompany } from '../current-company.tsx'
import { plainWords } from '../plain-words.ts'

/** Downloads the payslip of a pay, and shows an error when that fails. */
export function PayslipButton({ pay, isSmall }: { pay: Pay; isSmall?: boolean }) {
  const { api } = useCompany()
  const get = useMutation({
    mutationFn: () =>
      download(
        `${api}/pays/${pay.id}/payslip`,
        `payslip-${pay.employee_last_name}-${pay.processed_date}.pdf`,
      ),
  })
  return (
    <>
      <button
        type="button"
        className={isSmall ? 'small reads' : 'reads'}
        disabled={get.isPending}
        onClick={() => get.mutate()}
        aria-label={`Payslip of ${pay.format_name}`}
      >
        Payslip
      </button>
      {get.error && (
        <span className="field-problem" role="alert">
          {plainWords(get.error.message)}
        </span>
      )}
    </>
  )
}

import type { Company } from '../../../database/tables/companies.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { drawAlone, drawInThread, type Slip } from '../../platform/pdf/index.ts'
import { disposition } from './file-name.ts'
import { loadPayslip } from './load.ts'
import { readySlips, withoutNumbers } from './render-many.ts'

/** The payslip of one pay, and its response headers. */
export async function renderOne(service: Service, company: Company, payId: number, isMasked = false) {
  const whole = await loadPayslip(service, company, payId)
  const parts = isMasked ? withoutNumbers(whole) : whole
  const slip = present((await readySlips(service, company, [parts]))[0])
  const draw = isLong(slip) ? drawInThread : drawAlone
  const pdf = await draw(slip, { created: slip.madeAt })
  return {
    pdf,
    employeeId: parts.employee.id,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': disposition('inline', slip.fileName),
    },
  }
}

/** The number of rows that can be drawn in a few milliseconds. Longer payslips would delay other requests. */
const SHORT_ROWS = 100

const isLong = ({ payslip: { sections, side } }: Slip) =>
  [...sections, ...side].reduce((rows, section) => rows + section.rows.length, 0) > SHORT_ROWS

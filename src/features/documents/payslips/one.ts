import type { Company } from '../../../database/tables/companies.ts'
import { present } from '../../../kernel/values/present.ts'
import type { Service } from '../../../service.ts'
import { drawAlone } from '../../platform/pdf/index.ts'
import { disposition } from './file-name.ts'
import { loadPayslip } from './load.ts'
import { readySlips } from './slips.ts'

/** The payslip of one pay, and the headers it is sent with. */
export async function drawPayslipOf(service: Service, company: Company, payId: number) {
  const parts = await loadPayslip(service, company, payId)
  const slip = present((await readySlips(service, company, [parts]))[0])
  const pdf = await drawAlone(slip, { created: slip.madeAt })
  return {
    pdf,
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': disposition('inline', slip.fileName),
    },
  }
}

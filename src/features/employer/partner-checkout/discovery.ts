import { allCountries } from '../../../countries/index.ts'
import { inCell } from '../../../database/current-cell.ts'
import type { Caller } from '../../../http/caller.ts'
import { invalid } from '../../../kernel/problem.ts'
import { decimal } from '../../../kernel/values/money.ts'
import type { Service } from '../../../service.ts'
import { countryByNumber } from './clients.ts'
import { priceOrder } from './pricing.ts'
import {
  type ClientRow,
  countEmployees,
  findClients,
  findUserByEmail,
  listProducts,
  selectClients,
} from './queries.ts'

/** Lists the products a reseller can order, with price and tax. */
export async function readProducts(service: Service) {
  const products = await listProducts(service.database.query)
  return products.map((product) => {
    const price = priceOrder({ ...product, price: decimal(product.price) }, false)
    return {
      product_id: product.id,
      name: product.name,
      zone: product.country,
      employee_cap: product.employee_cap,
      billing: product.billing,
      currency: price.currency,
      net: Number(price.net.toFixed(2)),
      gst: Number(price.gst.toFixed(2)),
      total: Number(price.total.toFixed(2)),
      months: price.months,
    }
  })
}

/** The countries where the service is sold. */
export function readZones() {
  return allCountries().flatMap(({ code, companyNumber, sale }) =>
    sale
      ? {
          zone: code,
          currency: sale.currency,
          gst_rate: Number(sale.gstRate.toFixed(2)),
          identified_by: companyNumber,
        }
      : [],
  )
}

/**
 * One page of the partner's clients. The directory selects the page, then each cell counts the employees of its own
 * clients.
 */
export async function readClients(
  { database }: Service,
  partnerId: number,
  part: { limit: number; offset: number },
): Promise<ClientRow[]> {
  const rows = await selectClients(database.query, partnerId, part)
  const counts = new Map<number, number>()
  for (const [cell, own] of Map.groupBy(rows, (row) => row.cell)) {
    const ids = own.map((row) => row.customer_id)
    const counted = await inCell(cell, () => countEmployees(database.query, ids))
    for (const [id, count] of counted) counts.set(id, count)
  }
  return rows.map((row) => ({ ...row, employee_count: counts.get(row.customer_id) ?? 0 }))
}

export type AvailabilityQuery = { email?: string; abn?: string; ird_number?: string }

/** Whether a client can be created with this e-mail or number, and whether a trial is still available. */
export async function readAvailability(service: Service, caller: Caller, query: AvailabilityQuery) {
  const number = query.abn ?? query.ird_number
  if ([query.email, query.abn, query.ird_number].filter((value) => value !== undefined).length !== 1)
    throw invalid(['query'], 'Send exactly one of email, abn and ird_number')
  const email = query.email?.trim().toLowerCase()
  const clients = await findClients(service.database.query, service.cipher, {
    ...(email ? { email } : {}),
    ...(number
      ? {
          country: countryByNumber(query),
          taxNumber: number.replaceAll(/\D/g, '').replace(/^0+/, ''),
        }
      : {}),
  })
  const user = email ? await findUserByEmail(service.database.query, email) : undefined
  const own = clients.find((client) => client.partner_id === caller.customerId)
  const isKnown = clients.length > 0 || user !== undefined
  return {
    available: !isKnown,
    trial_available: !isKnown,
    end_customer_id: own?.customer_id ?? null,
    reason: isKnown ? 'A client with this e-mail or number already exists.' : null,
  }
}

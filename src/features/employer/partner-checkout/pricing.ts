import type { Sale } from '../../../countries/contract/country.ts'
import { countryOf } from '../../../countries/index.ts'
import { badRequest } from '../../../kernel/problem.ts'
import { addMonths, type CivilDate, daysBetween } from '../../../kernel/values/dates.ts'
import { type Decimal, decimal, toCent, whole } from '../../../kernel/values/money.ts'

export type Priced = { currency: string; net: Decimal; gst: Decimal; total: Decimal; months: number }
export type PricedProduct = { country: string; billing: 'monthly' | 'annual'; price: Decimal }

/** Prices a new plan: one paid billing period, plus the free month if there is one. */
export function priceOrder(product: PricedProduct, hasFreeMonth: boolean): Priced {
  const paid = product.billing === 'annual' ? 12 : 1
  return withGst(product.country, product.price, paid + (hasFreeMonth ? 1 : 0))
}

/**
 * Prices an upgrade: the price difference for the remaining paid days. Both prices are converted to a day, so that
 * monthly and annual plans can be compared.
 */
export function priceUpgrade(
  from: PricedProduct,
  to: PricedProduct,
  today: CivilDate,
  paidThrough: CivilDate,
): Priced {
  const daysLeft = Math.max(0, daysBetween(today, paidThrough))
  const difference = perDay(to, today).minus(perDay(from, today))
  const net = difference.lt(decimal('0')) ? decimal('0') : toCent(difference.times(whole(daysLeft)))
  return withGst(to.country, net, 0)
}

function perDay(product: PricedProduct, today: CivilDate): Decimal {
  const end = addMonths(today, product.billing === 'annual' ? 12 : 1)
  return product.price.div(whole(daysBetween(today, end)))
}

/** The terms of sale in a country. */
export function saleIn(country: string): Sale {
  const { name, sale } = countryOf(country)
  if (!sale) throw badRequest(`The service is not sold in ${name}.`)
  return sale
}

function withGst(country: string, net: Decimal, months: number): Priced {
  const { currency, gstRate } = saleIn(country)
  const gst = toCent(net.times(gstRate))
  return { currency, net, gst, total: net.plus(gst), months }
}

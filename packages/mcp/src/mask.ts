const NUMBERS = /(^|_)(tax_file_number|tfn|ird_number|account_number|bsb|member_number)$/

/** Shows only the last three digits of tax and account numbers. A model needs no more than that. */
export function mask(value: unknown, member = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => mask(item, member))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mask(item, name)]))
  if (typeof value === 'string' && value !== '' && NUMBERS.test(member)) return `***${value.slice(-3)}`
  return value
}

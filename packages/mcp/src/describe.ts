/** The longest question that is shown in a dialog, in characters. */
const SHOWN = 4000
/** The figures of a pay that help a person decide. */
const OF_PAY = ['processed_date', 'gross', 'tax', 'net', 'super', 'warnings']

/** The question that a person is asked before a write, with its preview in plain words. */
export function questionFor(title: string, preview: unknown): string {
  const text = [`${title}?`, ...linesOf(preview, '')].join('\n')
  return text.length <= SHOWN
    ? text
    : `${text.slice(0, SHOWN)}\n… (the preview is longer: ask for it in full)`
}

/** One line for each value, indented under the name of its object. Empty values are left out. */
function linesOf(value: unknown, indent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => linesOf(item, indent))
  if (value === null || typeof value !== 'object') return isEmpty(value) ? [] : [`${indent}${value}`]
  const record = value as Record<string, unknown>
  if (typeof record.format_name === 'string' && 'gross' in record) return payLines(record, indent)
  return Object.entries(record).flatMap(([name, member]) => memberLines(name, member, indent))
}

function payLines(pay: Record<string, unknown>, indent: string): string[] {
  const shown = OF_PAY.flatMap((name) => memberLines(name, pay[name], `${indent}  `))
  return [`${indent}${pay.format_name}`, ...shown]
}

function memberLines(name: string, member: unknown, indent: string): string[] {
  if (isEmpty(member)) return []
  const words = name.replaceAll('_', ' ')
  const label = `${indent}${words.charAt(0).toUpperCase()}${words.slice(1)}:`
  if (typeof member !== 'object') return [`${label} ${member}`]
  const lines = linesOf(member, `${indent}  `)
  return lines.length > 0 ? [label, ...lines] : []
}

const isEmpty = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

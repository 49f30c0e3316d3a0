/*
 * The figures that the tax authorities hold, rebuilt from the text of the messages alone. Imports nothing
 * from the service: it reads the XML of Single Touch Payroll and the upload files of payday filing as an
 * authority would, in order of arrival.
 */

/** Cents by field, such as `SAW/GrossA` or `SAW/Allowance/TD`. */
export type Held = Map<string, number>

const cents = (text: string) => Math.round(Number(text) * 100)
const tags = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<tns:${name}>([\\s\\S]*?)</tns:${name}>`, 'g'))].map((match) => match[1] ?? '')
const tag = (xml: string, name: string) => tags(xml, name)[0]
/** The text without the elements of this name. */
const without = (xml: string, name: string) =>
  xml.replace(new RegExp(`<tns:${name}>[\\s\\S]*?</tns:${name}>`, 'g'), '')

/**
 * The tax office: rows by payee, income year and payer. A later report replaces the earlier one, income type
 * by income type.
 */
export class TaxOffice {
  /** By `payroll id/income year/ABN/branch`. */
  readonly rows = new Map<string, Held>()
  readonly final = new Map<string, boolean>()
  readonly #before = new Map<string, { row: Held | undefined; isFinal: boolean | undefined }[]>()
  /** The payees of each submission id, for files that are replaced as a whole. */
  readonly #files = new Map<string, string[]>()

  /**
   * Refused documents, counted from 1, change nothing. When a file is replaced, its refused documents are
   * removed.
   */
  take(xml: string, refused: ReadonlySet<number> = new Set()): void {
    const [parent = '', ...children] = xml.split(/<Record_Delimiter[^>]*>/).slice(1)
    const date = tag(parent, 'PaymentRecordTransactionD') ?? ''
    const year = Number(date.slice(0, 4)) + (date.slice(5) >= '07-01' ? 1 : 0)
    const file = tag(parent, 'InteractionTransactionId') ?? ''
    if (tag(parent, 'AmendmentI') === 'true') this.#undo(file)
    const payer = `${tag(parent, 'AustralianBusinessNumberId')}/${tag(parent, 'OrganisationDetailsOrganisationBranchC')}`
    const keys = children.map((child) => `${tag(child, 'EmploymentPayrollNumberId')}/${year}/${payer}`)
    if (children.length !== Number(tag(parent, 'InteractionRecordCt'))) throw new Error('the count is wrong')
    for (const [index, child] of children.entries()) {
      if (refused.has(index + 1)) continue
      const key = keys[index] ?? ''
      const stack = this.#before.get(key) ?? []
      stack.push({ row: this.rows.get(key), isFinal: this.final.get(key) })
      this.#before.set(key, stack)
      this.rows.set(key, this.#merge(this.rows.get(key), readPayee(child)))
      this.final.set(key, tag(child, 'RemunerationPayrollEventFinalI') === 'true')
    }
    this.#files.set(
      file,
      keys.filter((_, index) => !refused.has(index + 1)),
    )
  }

  /** An omitted income type does not change. */
  #merge(before: Held | undefined, now: Held): Held {
    const types = new Set([...now.keys()].map((name) => name.split('/')[0]))
    const kept = [...(before ?? [])].filter(([name]) => !types.has(name.split('/')[0]))
    return new Map([...kept, ...now])
  }

  #undo(file: string): void {
    for (const key of this.#files.get(file) ?? []) {
      const last = this.#before.get(key)?.pop()
      if (last?.row) this.rows.set(key, last.row)
      else this.rows.delete(key)
      this.final.set(key, last?.isFinal ?? false)
    }
  }
}

function readPayee(xml: string): Held {
  const held: Held = new Map()
  const add = (name: string, text: string | undefined) => {
    const amount = cents(text ?? '0')
    if (amount !== 0) held.set(name, (held.get(name) ?? 0) + amount)
  }
  for (const income of tags(xml, 'Remuneration')) {
    const type = tag(income, 'IncomeStreamTypeC') ?? ''
    held.set(`${type}/is there`, 0)
    const etps = tags(income, 'EmploymentTerminationPayment')
    for (const etp of etps)
      for (const name of ['IncomeTaxFreeA', 'IncomeTaxableA', 'IncomePayAsYouGoWithholdingA'])
        add(
          `${type}/ETP/${tag(etp, 'IncomeTaxPayAsYouGoWithholdingTypeC')}/${tag(etp, 'IncomeD')}/${name}`,
          tag(etp, name),
        )
    const own = without(income, 'EmploymentTerminationPaymentCollection')
    add(`${type}/Withheld`, tag(own, 'IncomeTaxPayAsYouGoWithholdingTaxWithheldA'))
    for (const name of ['GrossA', 'OvertimePaymentA', 'GrossBonusesAndCommissionsA', 'GrossDirectorsFeesA'])
      add(`${type}/${name}`, tag(own, name))
    for (const leave of tags(own, 'PaidLeave'))
      add(`${type}/Leave/${tag(leave, 'TypeC')}`, tag(leave, 'PaymentA'))
    for (const row of tags(own, 'Allowance'))
      add(`${type}/Allowance/${tag(row, 'TypeC')}`, tag(row, 'EmploymentAllowancesA'))
    for (const row of tags(own, 'SalarySacrifice'))
      add(`${type}/Sacrifice/${tag(row, 'TypeC')}`, tag(row, 'PaymentA'))
    for (const row of tags(own, 'LumpSum')) add(`${type}/LumpSum/${tag(row, 'TypeC')}`, tag(row, 'PaymentsA'))
  }
  held.set('all/is there', 0)
  for (const row of tags(xml, 'Deduction'))
    add(`all/Deduction/${tag(row, 'RemunerationTypeC')}`, tag(row, 'RemunerationA'))
  for (const row of tags(xml, 'SuperannuationContribution')) {
    const code = tag(row, 'EntitlementTypeC') ?? ''
    add(`all/Super/${code === 'O' ? 'Q' : code}`, tag(row, 'EmployerContributionsYearToDateA'))
  }
  return held
}

/** A line as Inland Revenue holds it, by field number. */
export type HeldLine = readonly string[]

/**
 * Inland Revenue: the lines of each payday of an employer. A return adds lines, and an amendment replaces one
 * line with another.
 */
export class InlandRevenue {
  /** By `payday/IRD number of the employer`. */
  readonly paydays = new Map<string, HeldLine[]>()

  /** Refused lines, counted from 1, change nothing. In an amendment the lines are pairs. */
  take(file: string, refused: ReadonlySet<number> = new Set()): void {
    const [head = [], ...lines] = file
      .split('\r\n')
      .filter(Boolean)
      .map((row) => row.split(','))
    const payday = `${head[2]}/${head[1]}`
    const held = [...(this.paydays.get(payday) ?? [])]
    if (head[0] === 'HEI2')
      held.push(...lines.filter((_, index) => !refused.has(index + 1)).map((line) => line.slice(1)))
    else if (head[0] === 'EIA2')
      for (let at = 0; at < lines.length; at += 2) {
        if (!refused.has(at / 2 + 1)) this.#amend(held, lines[at] ?? [], lines[at + 1] ?? [])
      }
    else throw new Error(`${head[0]} is no head of a return`)
    this.paydays.set(payday, held)
  }

  /** The lines of a payday, under any number of the employer. */
  linesOn(payday: string): HeldLine[] {
    return [...this.paydays].filter(([key]) => key.startsWith(`${payday}/`)).flatMap(([, lines]) => lines)
  }

  #amend(held: HeldLine[], was: readonly string[], now: readonly string[]): void {
    if (was[0] !== 'DTI' || now[0] !== 'DAI') throw new Error('lines do not come in pairs')
    if (!isNil(was)) {
      const place = held.findIndex((line) => line.join() === was.slice(1).join())
      if (place < 0) throw new Error(`a line is amended that was never filed: ${was.join()}`)
      held.splice(place, 1)
    }
    if (!isNil(now)) held.push(now.slice(1))
  }
}

const isNil = (line: readonly string[]) => line.slice(1).every((field) => field === '' || field === '0')

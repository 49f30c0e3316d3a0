import { stringify } from 'csv-stringify/sync'
import { countryOf } from '../../../countries/index.ts'
import type { JournalLine } from '../../../database/tables/journals.ts'
import { escapeFormula } from '../../../kernel/values/formula-text.ts'
import { decimal, isZero } from '../../../kernel/values/money.ts'
import { isOneOf } from '../../../kernel/values/word-lists.ts'
import { JOURNAL_KINDS, KINDS } from '../../../payroll/journal-kinds.ts'
import type { WholeJournal } from './queries.ts'
import type { CsvSystem } from './schema.ts'

/** A line's description for bookkeepers. */
export function lineDescription({ kind, department }: Pick<JournalLine, 'kind' | 'department'>): string {
  const title = isOneOf(JOURNAL_KINDS, kind) ? KINDS[kind].title : kind
  return department === null ? title : `${title}, ${department}`
}

type Layout = { titles: string[]; row: (journal: WholeJournal, line: JournalLine, tax: string) => string[] }

/*
 * The columns of each system's journal import, from its public help pages. They are not tested in the systems
 * themselves.
 */
const LAYOUTS: Record<CsvSystem, Layout> = {
  xero: {
    titles: [
      '*Narration',
      '*Date',
      'Description',
      '*AccountCode',
      '*TaxRate',
      '*Amount',
      'TrackingName1',
      'TrackingOption1',
    ],
    row: (journal, line, tax) => [
      journal.narration,
      slashed(journal.journal_date),
      lineDescription(line),
      line.account_code,
      tax,
      decimal(line.debit).minus(decimal(line.credit)).toFixed(2),
      line.department === null ? '' : 'Department',
      line.department ?? '',
    ],
  },
  myob: {
    titles: [
      'Journal Number',
      'Date',
      'Memo',
      'Inclusive',
      'Account Number',
      'Debit Ex-Tax Amount',
      'Credit Ex-Tax Amount',
      'Tax Code',
      'Allocation Memo',
    ],
    row: (journal, line, tax) => [
      `PAY${journal.id}`,
      slashed(journal.journal_date),
      journal.narration,
      '',
      line.account_code,
      side(line.debit),
      side(line.credit),
      tax,
      lineDescription(line),
    ],
  },
  quickbooks: {
    titles: ['*JournalNo', '*JournalDate', '*AccountName', '*Debits', '*Credits', 'Description', 'Class'],
    row: (journal, line) => [
      `PAY${journal.id}`,
      slashed(journal.journal_date),
      line.account_name ?? line.account_code,
      side(line.debit),
      side(line.credit),
      lineDescription(line),
      line.department ?? '',
    ],
  },
}

/** A journal as an import file for the system. */
export function journalCsv(journal: WholeJournal, system: CsvSystem, country: string): string {
  const { titles, row } = LAYOUTS[system]
  const tax = countryOf(country).untaxedCodes[system]
  const rows = journal.lines.map((line) => row(journal, line, tax).map(safeCell))
  // A MYOB general journal ends with an empty line.
  const end = system === 'myob' ? '\r\n' : ''
  return stringify([titles, ...rows], { record_delimiter: 'windows' }) + end
}

/** A negative amount is a number, although it starts with a minus sign. */
const safeCell = (cell: string) => (/^-?\d+\.\d\d$/.test(cell) ? cell : escapeFormula(cell))
const side = (amount: string) => (isZero(decimal(amount)) ? '' : decimal(amount).toFixed(2))
const slashed = (date: string) => date.split('-').reverse().join('/')

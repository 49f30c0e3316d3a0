import { keysOf } from '../../../kernel/values/word-lists.ts'
import type { ImportKind } from './kinds.ts'

/*
 * Column names of the programs that employers migrate from, if their vendors publish them. A file must add
 * columns that a program does not export, such as the tax declaration. Every list names its source. The lists
 * of Lightning Payroll and Xero were compared with the vendors' pages in November 2026. MYOB's was compared
 * with the list of AccountEdge, its sister product. None was checked against a real export. Xero publishes
 * column names for New Zealand only. Its Australian sheet is a download that identifies columns by letter
 * (help.xero.com/au/PayrollUploadEmployeeData), so those employers use the plain template.
 */

export type Preset = {
  name: string
  kind: ImportKind
  source: string
  /** Our field by the program's column. */
  columns: Readonly<Record<string, string>>
}

export const PRESETS = {
  xero: {
    name: 'Xero (New Zealand payroll upload template)',
    kind: 'employees',
    source: 'https://help.xero.com/nz/Payroll-Employees-BulkUpload-CSVguide',
    columns: {
      'unique id': 'number',
      'first name': 'first_name',
      'middle name': 'middle_name',
      'last name': 'last_name',
      'date of birth': 'date_of_birth',
      'job title': 'position',
      'phone number': 'phone_home',
      email: 'email_address',
      address: 'address1',
      'address line 2': 'address2',
      city: 'city',
      'post code': 'postcode',
      'emergency name': 'kin_name',
      'emergency relationship': 'kin_relationship',
      'emergency phone number': 'kin_phone_home',
    },
  },
  myob: {
    name: 'MYOB AccountRight (employee cards)',
    kind: 'employees',
    source: 'https://help.myob.com/wiki/x/8YFk',
    columns: {
      'co./last name': 'last_name',
      'first name': 'first_name',
      'card id': 'number',
      'addr 1 - line 1': 'address1',
      '- line 2': 'address2',
      '- city': 'city',
      '- state': 'state',
      '- postcode': 'postcode',
      '- country': 'country',
      '- phone # 1': 'phone_home',
      '- phone # 2': 'phone_mobile',
      '- email': 'email_address',
      '- salutation': 'honorific',
    },
  },
  'lightning-payroll': {
    name: 'Lightning Payroll (employee import)',
    kind: 'employees',
    source: 'https://www.lightningpayroll.com.au/faq/how-do-i-import-employee-records-into-lightning-payroll',
    // Most of its column names equal our field names; these differ.
    columns: { has_help_liability: 'has_stsl_liability' },
  },
} as const satisfies Record<string, Preset>

export type PresetName = keyof typeof PRESETS
export const PRESET_NAMES = keysOf<PresetName>(PRESETS)

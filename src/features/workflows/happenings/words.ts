/*
 * Plain descriptions of people's actions, by the operation in the audit log. Operations without a description
 * are not listed: reads, account settings and access to tax or bank numbers, which the owner's audit log has.
 * A test finds operations that are in neither list.
 */

/** Operations whose 200 may be a preview. They are listed only if they changed something. */
const PREVIEWED = {
  createEmployees: 'added an employee',
  updateEmployees: 'changed an employee',
  deleteEmployee: 'deleted an employee',
  terminateEmployee: 'ended an employment',
  createPays: 'made a pay',
  createWorkersCompPays: 'created a workers compensation pay',
  rebuildPay: 'corrected a pay',
  deletePay: 'deleted a pay',
  processPayRun: 'processed a pay run',
  editDrafts: 'changed a draft',
  changeDrafts: 'changed a draft',
  rebuildPayRun: 'rebuilt the drafts of a run',
  recalculatePays: 'calculated pays again',
  importRows: 'imported a file',
  undoImport: 'undid an import',
  createCompanyAllowance: 'added an allowance',
  updateCompanyAllowance: 'changed an allowance',
  deleteCompanyAllowance: 'deleted an allowance',
} as const

const DONE = {
  updateCompany: 'changed the company’s details',
  restoreCompany: 'restored the company',
  restoreEmployee: 'restored an employee',
  reinstateEmployee: 'reinstated an employee',
  cancelEmployeeChange: 'cancelled a dated change',
  replaceBankAccounts: 'changed bank accounts',
  replaceSuperFunds: 'changed super funds',
  payBackPay: 'added back pay',
  settleHolidaysActArrears: 'added holiday pay arrears',
  draftPayRun: 'drafted a pay run',
  discardPayRun: 'discarded the draft of a run',
  markPayRunStage: 'ticked a step of a run',
  mailPayslips: 'mailed payslips',
  submitStpPays: 'lodged pays with Single Touch Payroll',
  updateStpYear: 'sent an update of the year',
  finaliseStpYear: 'finalised the year',
  replaceStpSubmission: 'replaced a report',
  resendStpSubmission: 'sent a report again',
  withdrawStpSubmission: 'withdrew a report',
  recordStpAnswer: 'recorded the answer to a report',
  setStpPayee: 'changed reporting details of an employee',
  setStpBeneficiary: 'entered a beneficiary',
  setStpYear: 'entered amounts of the year',
  setStpSender: 'changed who sends reports',
  submitPaydayFiling: 'filed employment information',
  resendPaydaySubmission: 'sent a filing again',
  withdrawPaydaySubmission: 'withdrew a filing',
  recordPaydayAnswer: 'recorded the answer to a filing',
  createPaymentFile: 'created a bank file',
  settlePaymentFile: 'recorded the outcome of a bank file',
  cancelPaymentFile: 'cancelled a bank file',
  returnPayments: 'recorded returned payments',
  redirectPayments: 'redirected returned payments',
  createSettlement: 'recorded a payment',
  reverseSettlement: 'reversed a recorded payment',
  createSetOff: 'set amounts off against each other',
  payOffice: 'recorded a payment to the tax office',
  unpayOffice: 'removed a payment to the tax office',
  createSuperFile: 'created a super file',
  paySuperFile: 'recorded the payment of a super file',
  cancelSuperFile: 'cancelled a super file',
  sendSuperFile: 'sent a super file to the funds',
  returnContributions: 'recorded returned contributions',
  settleOverpaidSuper: 'settled overpaid super',
  createJournal: 'made a journal',
  postJournal: 'posted a journal',
  setJournalAccounts: 'changed the accounts of journals',
  connectAccounting: 'connected the accounting system',
  disconnectAccounting: 'disconnected the accounting system',
  createPayCalendar: 'added a pay calendar',
  updatePayCalendar: 'changed a pay calendar',
  deletePayCalendar: 'deleted a pay calendar',
  setPayCalendarEmployees: 'changed who is on a pay calendar',
  createCompanyPayRate: 'added a pay rate',
  updateCompanyPayRate: 'changed a pay rate',
  deleteCompanyPayRate: 'deleted a pay rate',
  createEmployeePayRate: 'added a pay rate of an employee',
  updateEmployeePayRate: 'changed a pay rate of an employee',
  deleteEmployeePayRate: 'deleted a pay rate of an employee',
  createPayee: 'added a payee',
  changePayee: 'changed a payee',
  deletePayee: 'deleted a payee',
  putOpeningBalances: 'entered opening figures',
  putCompanyOpeningBalances: 'entered opening figures',
  deleteOpeningBalances: 'deleted opening figures',
  inviteEmployee: 'invited an employee to self-service',
  inviteToEnterDetails: 'invited employees to enter their details',
  endSelfService: 'ended an employee’s self-service',
  approveRequest: 'approved a request',
  declineRequest: 'declined a request',
  createNote: 'wrote a note',
  updateSuperChoice: 'recorded a choice of super fund',
  recordSuperChoice: 'recorded a choice of super fund',
  requestStapledFund: 'asked for a stapled super fund',
  verifySuperMember: 'asked the super funds about a member',
  addParentalLeaveInstalment: 'recorded parental leave pay from Services Australia',
  deleteParentalLeaveInstalment: 'removed parental leave pay from Services Australia',
  decideEsctRates: 'approved employer contribution tax rates',
  createPrivacyRequest: 'recorded a privacy request',
  completePrivacyRequest: 'completed a privacy request',
  refusePrivacyRequest: 'refused a privacy request',
} as const

const ITEMS = {
  StandingAllowance: 'an allowance of an employee',
  StandingDeduction: 'a deduction of an employee',
  StandingBonus: 'a bonus of an employee',
  StandingSacrifice: 'a salary sacrifice of an employee',
  StandingBackPayment: 'a back payment of an employee',
} as const
const ITEM_VERBS = { add: 'added', update: 'changed', delete: 'deleted' } as const

const ITEM_WORDS = Object.entries(ITEMS).flatMap(([name, text]) =>
  Object.entries(ITEM_VERBS).map(([verb, done]) => [`${verb}${name}`, `${done} ${text}`] as const),
)

/** The description of each operation. */
export const HAPPENED: ReadonlyMap<string, string> = new Map([
  ...Object.entries(PREVIEWED),
  ...Object.entries(DONE),
  ...ITEM_WORDS,
])

/** Operations that are listed only if they changed something, or answered with the status for a new record. */
export const MAY_BE_PREVIEW: readonly string[] = [
  ...Object.keys(PREVIEWED),
  ...['submitStpPays', 'updateStpYear', 'finaliseStpYear', 'replaceStpSubmission', 'submitPaydayFiling'],
  ...['createJournal', 'putOpeningBalances', 'putCompanyOpeningBalances'],
]

import { afterAll, beforeAll, expect, it } from 'vitest'
import { type AnyJson, startTestApp, type TestApp } from '../../support/app.ts'

/* Every write of the API either waits for a second person, or has a stated reason why one person is enough. */

let tasman: TestApp
let operations: Map<string, { isWrite: boolean; waits: boolean }>

beforeAll(async () => {
  tasman = await startTestApp()
  const owner = await tasman.clientFor('owner')
  const { body: document } = await owner.get('/api/openapi.json')
  operations = new Map(
    Object.values(document.paths as Record<string, Record<string, AnyJson>>).flatMap((methods) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        operation?.operationId
          ? [
              [
                operation.operationId as string,
                {
                  isWrite: method !== 'get',
                  waits: JSON.stringify(operation.responses['202'] ?? '').includes('Waiting'),
                },
              ] as const,
            ]
          : [],
      ),
    ),
  )
}, 60_000)
afterAll(() => tasman.close())

/** Writes for which the rules of a company may require a second person. */
const TWO_PEOPLE = [
  ...[
    'createPays',
    'createWorkersCompPays',
    'rebuildPay',
    'recalculatePays',
    'processPayRun',
    'rebuildPayRun',
    'deletePay',
  ],
  ...['payBackPay', 'terminateEmployee', 'importRows', 'undoImport', 'approveRequest'],
  ...['createEmployees', 'updateEmployees', 'replaceBankAccounts', 'replaceSuperFunds', 'updateCompany'],
  ...['createPayee', 'changePayee', 'redirectPayments', 'requestStapledFund'],
  ...['createPaymentFile', 'getBankFile', 'createSuperFile'],
  ...[
    'invitePerson',
    'inviteEmployee',
    'changeRole',
    'putPersonAccess',
    'updatePortfolio',
    'resetSecondFactor',
    'changeCompanyRules',
    'createClient',
    'updateClient',
  ],
]

const ONE_PERSON: Record<string, readonly string[]> = {
  'a draft or an item of later pays: processing the run needs two': [
    ...['draftPayRun', 'changeDrafts', 'editDrafts', 'discardPayRun', 'markPayRunStage'],
    ...['Allowance', 'BackPayment', 'Bonus', 'Deduction', 'Sacrifice'].flatMap((item) => [
      `addStanding${item}`,
      `updateStanding${item}`,
      `deleteStanding${item}`,
    ]),
    ...['createCompanyAllowance', 'updateCompanyAllowance', 'deleteCompanyAllowance'],
    ...['createCompanyPayRate', 'updateCompanyPayRate', 'deleteCompanyPayRate'],
    ...['createEmployeePayRate', 'updateEmployeePayRate', 'deleteEmployeePayRate'],
    ...['addParentalLeaveInstalment', 'deleteParentalLeaveInstalment', 'settleHolidaysActArrears'],
    ...['createPayCalendar', 'updatePayCalendar', 'deletePayCalendar', 'setPayCalendarEmployees'],
    ...['createEmploymentType', 'createEmploymentTenure', 'decideEsctRates'],
    ...['putOpeningBalances', 'putCompanyOpeningBalances', 'deleteOpeningBalances'],
  ],
  'people and companies without a changed account': [
    ...['deleteEmployee', 'restoreEmployee', 'reinstateEmployee', 'cancelEmployeeChange'],
    ...['recordSuperChoice', 'updateSuperChoice', 'verifySuperMember', 'deletePayee'],
    // The file itself needed two people.
    'sendSuperFile',
    // A new company starts with the rules of the others.
    ...['createCompany', 'deleteCompany', 'restoreCompany'],
  ],
  'records what a bank, a fund or an office did, and sends nothing': [
    ...['cancelPaymentFile', 'settlePaymentFile', 'returnPayments', 'createSettlement', 'reverseSettlement'],
    ...['createSetOff', 'cancelSuperFile', 'paySuperFile', 'returnContributions', 'settleOverpaidSuper'],
    ...['payOffice', 'unpayOffice'],
  ],
  'a message to an authority about pays that two people approved': [
    ...['submitStpPays', 'updateStpYear', 'finaliseStpYear', 'replaceStpSubmission', 'resendStpSubmission'],
    ...['withdrawStpSubmission', 'recordStpAnswer', 'setStpPayee', 'setStpBeneficiary', 'setStpSender'],
    ...['setStpYear', 'submitPaydayFiling', 'resendPaydaySubmission', 'withdrawPaydaySubmission'],
    ...['recordPaydayAnswer'],
  ],
  'takes access away, or gives less than the person has': [
    ...['removePerson', 'revokeInvitation', 'deleteClient', 'deleteConnection', 'revokeToken', 'token'],
    ...['endSelfService', 'inviteToEnterDetails'],
    ...['createPortfolio', 'deletePortfolio', 'rotateClientSecret', 'createSessionHandoff'],
  ],
  'the second person’s own part': ['approve', 'rejectApproval', 'withdrawApproval'],
  'each call of the job waits like a single one': ['startBulkJob', 'retryBulkJob', 'stopBulkJob'],
  'an employee asks, and the officer’s answer waits': [
    ...['askForDetails', 'askForLeave', 'previewLeave', 'withdrawRequest', 'declineRequest'],
  ],
  'reads, or shows': [
    ...['revealEmployeeNumbers', 'revealCompanyNumbers', 'postUserinfo', 'previewCorrection'],
    ...['checkHolidaysActHistory', 'getHolidaysActHistoryLetter', 'createCalendarFeed', 'revokeCalendarFeed'],
    ...['createReportView', 'putReportView', 'deleteReportView', 'putReportDelivery', 'deleteReportDelivery'],
  ],
  'moves neither money nor access': [
    ...['createNote', 'deleteNote', 'markMentionsSeen', 'putWorkNote', 'mailPayslips', 'resendMail'],
    ...['createPrivacyRequest', 'completePrivacyRequest', 'refusePrivacyRequest', 'putImportColumns'],
    ...['createJournal', 'postJournal', 'setJournalAccounts', 'connectAccounting', 'disconnectAccounting'],
    ...['updateBranding', 'uploadBrandingLogo', 'deleteBrandingLogo', 'updateClientBranding'],
    ...['uploadClientBrandingLogo', 'deleteClientBrandingLogo'],
    ...['updateBrandingAddresses', 'verifyBrandingAddresses'],
    ...['updateClientBrandingAddresses', 'verifyClientBrandingAddresses'],
    ...['createWebhook', 'updateWebhook', 'deleteWebhook', 'testWebhook', 'redeliverWebhook'],
  ],
  'a reseller’s orders: new accounts, never people in existing ones': [
    ...['placePartnerOrder', 'placePartnerUpgrade', 'cancelPartnerOrder', 'startPartnerTrial'],
    ...['cancelPartnerTrial'],
  ],
  'demo and sandbox: no real money': [
    ...['setGatewayBehaviours', 'advanceSandboxClock', 'loadSandboxData', 'resetSandbox', 'setSandboxFaults'],
  ],
}

it('declares 202 on exactly the operations that may need two people', () => {
  const waiting = [...operations].flatMap(([name, { waits }]) => (waits ? [name] : []))
  expect(waiting.filter((name) => name !== 'declineRequest').sort()).toEqual([...TWO_PEOPLE].sort())
})

it('has a reason for every write that one person does', () => {
  const listed = Object.values(ONE_PERSON).flat()
  expect(listed.filter((name, index) => listed.indexOf(name) !== index)).toEqual([])
  const writes = [...operations].flatMap(([name, { isWrite }]) => (isWrite ? [name] : []))
  expect(writes.filter((name) => !TWO_PEOPLE.includes(name) && !listed.includes(name))).toEqual([])
  expect(listed.filter((name) => !operations.has(name))).toEqual([])
})

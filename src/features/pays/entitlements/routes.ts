import { routeFor } from '../../../http/route.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { calculateEntitlement, readEntitlements } from './calculate.ts'
import {
  EmployeeEntitlements,
  EmployeeEntitlementsQuery,
  Entitlement,
  LongServiceQuery,
  NoticeQuery,
  RedundancyQuery,
  ViolenceLeave,
  ViolenceLeaveQuery,
} from './schema.ts'
import { readViolenceLeave } from './violence-leave.ts'

const route = routeFor('entitlements')

/** Statutory entitlements at the end of an employment, for an employee or from facts in the request. */
export function entitlementRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/entitlements',
      operationId: 'getEmployeeEntitlements',
      summary: 'Amounts owed when an employment ends: notice, redundancy pay and long service leave',
      description:
        'AU: the minimum under the Fair Work Act 2009 (ss 117 and 119) and the state’s long service leave Act, with every step. Nothing is stored; the final pay has a warning if it pays less.',
      query: EmployeeEntitlementsQuery,
      response: { 200: EmployeeEntitlements },
      errors: [400, 404],
      handler: ({ caller, params, query }) => readEntitlements(service, caller, params.employee_id, query),
    })

    route(app, {
      method: 'GET',
      path: '/employees/:employee_id/family-violence-leave',
      operationId: 'getFamilyViolenceLeave',
      summary: 'Family and domestic violence leave left in a year of service (AU)',
      description:
        'All days of a year are available from its first day, for casuals too, and none carry over (Fair Work Act 2009 ss 106A to 106E). For the person who enters the pay: no payslip, balance or self-service page shows it.',
      query: ViolenceLeaveQuery,
      response: { 200: ViolenceLeave },
      errors: [400, 404],
      handler: ({ caller, params, query }) =>
        readViolenceLeave(service, caller, params.employee_id, query.on),
    })

    route(app, {
      method: 'GET',
      path: '/calculators/notice',
      operationId: 'calculateNotice',
      summary: 'Work out the notice that is owed (AU)',
      description: 'Fair Work Act 2009 s 117, with every step.',
      query: NoticeQuery,
      response: { 200: Entitlement },
      errors: [400],
      handler: async ({ query }) => calculateEntitlement(service, 'notice', query),
    })

    route(app, {
      method: 'GET',
      path: '/calculators/redundancy',
      operationId: 'calculateRedundancy',
      summary: 'Work out the redundancy pay that is owed (AU)',
      description: 'Fair Work Act 2009 s 119, with every step.',
      query: RedundancyQuery,
      response: { 200: Entitlement },
      errors: [400],
      handler: async ({ query }) => calculateEntitlement(service, 'redundancy', query),
    })

    route(app, {
      method: 'GET',
      path: '/calculators/long-service-leave',
      operationId: 'calculateLongServiceLeave',
      summary: 'Work out the long service leave that the Act of a state pays out (AU)',
      description: 'By state, service and reason, with every step. Leave already taken is not deducted.',
      query: LongServiceQuery,
      response: { 200: Entitlement },
      errors: [400],
      handler: async ({ query }) => calculateEntitlement(service, 'longService', query),
    })
  }
}

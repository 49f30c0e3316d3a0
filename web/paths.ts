/** The parts of an employee's page beside its overview. */
export type EmployeePart = 'details' | 'pay' | 'opening' | 'history'

/** The addresses of the screens, in one place; all below /app. */
export const paths = {
  pays: (company: number) => `/companies/${company}/pays`,
  run: (company: number, run: number) => `/companies/${company}/pays/runs/${run}`,
  pay: (company: number, pay: number) => `/companies/${company}/pays/${pay}`,
  employees: (company: number) => `/companies/${company}/employees`,
  leave: (company: number) => `/companies/${company}/employees/leave`,
  newEmployee: (company: number) => `/companies/${company}/employees/new`,
  employee: (company: number, employee: number, part?: EmployeePart) =>
    `/companies/${company}/employees/${employee}${part ? `/${part}` : ''}`,
  newCompany: '/new-company',
  company: (company: number) => `/companies/${company}/company`,
  allowances: (company: number) => `/companies/${company}/allowances`,
  import: (company: number) => `/companies/${company}/import`,
  payees: (company: number) => `/companies/${company}/payees`,
  payRates: (company: number) => `/companies/${company}/pay-rates`,
  reporting: (company: number) => `/companies/${company}/reporting`,
  year: (company: number) => `/companies/${company}/year`,
  holidaysAct: (company: number) => `/companies/${company}/reporting/holidays-act`,
  reports: (company: number) => `/companies/${company}/reports`,
  submission: (company: number, submission: number) => `/companies/${company}/reporting/${submission}`,
  clients: '/api-management/clients',
  connections: '/api-management/connections',
  webhooks: '/api-management/webhooks',
  webhook: (webhook: number) => `/api-management/webhooks/${webhook}`,
  audit: '/api-management/audit-log',
  branding: '/branding',
  outbox: '/outbox',
}

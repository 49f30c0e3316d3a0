import type { Role } from '../api/types.ts'

/** Display names of the roles. The whole table is in docs/roles.md. */
export const ROLE_NAMES: Record<Role, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Payroll officer',
  reader: 'Reader',
  employee: 'Employee',
}

/** One sentence for each assignable role about what it may do. */
export const ROLE_HELP: Partial<Record<Role, string>> = {
  owner: 'Everything, including the audit log and other owners.',
  admin: 'Everything but owners and the audit log.',
  member: 'Runs the payroll. Does not manage people, applications or branding.',
  reader: 'Sees the payroll and changes nothing: for accountants and auditors.',
}

export const GIVEN_ROLES = ['owner', 'admin', 'member', 'reader'] as const satisfies readonly Role[]

export const managesAccount = (role: Role) => role === 'owner' || role === 'admin'

import { sql } from 'kysely'

/**
 * Whether a pay is that of a super-only contractor, who is not reported. The pay's snapshot decides, so the pays of someone
 * who became an employee, or stopped being one, keep their kind. Needs `pays`.
 */
export const IS_SUPER_ONLY = sql<boolean>`coalesce(
  (select kept.is_super_only_contractor from snapshots kept where kept.id = pays.snapshot_id),
  (select payee.is_super_only_contractor from employees payee where payee.id = pays.employee_id))`

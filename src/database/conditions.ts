import { type RawBuilder, sql } from 'kysely'

/**
 * The conditions that apply, to be added to a `where`; the rest are omitted. A single statement for all cases
 * ("no run was given, or it is this run") would need a new plan for every call, because only its values
 * determine which index helps.
 */
export function further(conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> {
  return sql.join(
    conditions.flatMap((condition) => (condition ? [sql`and ${condition}`] : [])),
    sql` `,
  )
}

/** The condition, if its value is given. */
export const given = <T>(
  value: T | null | undefined,
  condition: (value: T) => RawBuilder<unknown>,
): RawBuilder<unknown> | undefined => (value === undefined || value === null ? undefined : condition(value))

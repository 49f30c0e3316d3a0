import type { ColumnType } from 'kysely'
import type { CivilDate } from '../../kernel/values/dates.ts'

/** A column of type date: the driver hands it on as text, and PostgreSQL has made sure that there is such a day. */
export type DateColumn = ColumnType<CivilDate, string, string>
export type NullableDateColumn = ColumnType<CivilDate | null, string | null, string | null>
export type GeneratedDateColumn = ColumnType<CivilDate, string | undefined, string>

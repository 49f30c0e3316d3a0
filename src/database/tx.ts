import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables/index.ts'

/** A transaction. Every query function takes it as the first parameter. */
export type Tx = Transaction<Tables>

/** The database inside or outside a transaction, for reads that work in both. */
export type Queryable = Kysely<Tables>

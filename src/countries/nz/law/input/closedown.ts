import type { CivilDate } from '../../../../kernel/values/dates.ts'
import type { Decimal } from '../../../../kernel/values/money.ts'

/**
 * A closedown from its first day on: the earnings that it is 8% of, and what was paid before for holidays in advance and for the
 * closedown itself.
 */
export type NzClosedown = { first: CivilDate; gross: Decimal; inAdvance: Decimal; paid: Decimal }

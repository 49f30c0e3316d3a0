import type { EmploymentOption } from '../../../database/tables/employment-types.ts'
import type { Caller } from '../../../http/caller.ts'
import { keptOtherwise, saying } from '../../../http/view.ts'
import { conflict } from '../../../kernel/problem.ts'
import type { Service } from '../../../service.ts'
import { findOption, insertOption, listOptions, type OptionList } from './queries.ts'
import type { EmploymentOptionView } from './schema.ts'

/** Lists the options for employees of the caller's customer. */
export async function readOptions(
  service: Service,
  caller: Caller,
  list: OptionList,
): Promise<EmploymentOptionView[]> {
  return (await listOptions(service.database.query, list, caller.customerId)).map(viewOption)
}

/** Adds a custom option. A name that already exists, built in or not, is a conflict. */
export function addOption(
  service: Service,
  caller: Caller,
  list: OptionList,
  name: string,
): Promise<EmploymentOptionView> {
  return service.database.transaction(async (tx) => {
    const taken = await findOption(tx, list, caller.customerId, name)
    const added = taken ? undefined : await insertOption(tx, list, caller.customerId, name.trim())
    if (!added) throw conflict(`There is already an option named "${name.trim()}".`)
    return saying(viewOption(added), keptOtherwise({ name }, added))
  })
}

function viewOption(option: EmploymentOption): EmploymentOptionView {
  return { id: option.id, name: option.name, is_built_in: option.customer_id === null }
}

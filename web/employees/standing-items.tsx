import { useState } from 'react'
import { useApi } from '../api/hooks.ts'
import { useCompany } from '../current-company.tsx'
import { day, money, percent, quantity } from '../format.ts'
import { ErrorNotice, Waiting } from '../parts/notice.tsx'
import { Panel } from '../parts/page.tsx'
import { EndStandingItem } from './end-standing-item.tsx'
import { StandingItemDialog } from './standing-item-dialog.tsx'
import { ITEM_KINDS, type Item, type ItemKind } from './standing-item-values.ts'

/** Items that are added to every new pay of the employee automatically. */
export function StandingItems({ employeeId }: { employeeId: number }) {
  const { isNz } = useCompany()
  const kinds = (Object.keys(ITEM_KINDS) as ItemKind[]).filter((kind) => !isNz || kind !== 'pay-sacrifices')
  return (
    <Panel title="Standing items">
      <p className="help">They are added to each new pay automatically. Existing pays do not change.</p>
      <div className="columns">
        {kinds.map((kind) => (
          <Items key={kind} kind={kind} path={`/api/employees/${employeeId}/${kind}`} />
        ))}
      </div>
    </Panel>
  )
}

function Items({ kind, path }: { kind: ItemKind; path: string }) {
  const { today } = useCompany()
  const items = useApi<Item[]>(path)
  const [editing, setEditing] = useState<Item | 'new' | null>(null)
  const [ending, setEnding] = useState<Item | null>(null)
  const { title, one } = ITEM_KINDS[kind]
  return (
    <section className="lines">
      <div className="panel-head">
        <h3>{title}</h3>
        <button type="button" className="small" onClick={() => setEditing('new')}>
          Add {one}
        </button>
      </div>
      <ErrorNotice error={items.error} />
      {!items.data && !items.error && <Waiting lines={1} />}
      {items.data?.length === 0 && <p className="soft">None yet. Items added here are on every pay.</p>}
      <ul className="plain">
        {items.data?.map((item) => (
          <li key={item.id}>
            <span>
              {item.description} <b>{priceOf(item)}</b>
              <span className="soft">{limitsOf(item, today)}</span>
            </span>
            <span className="actions">
              <button
                type="button"
                className="quiet small"
                aria-label={`Edit ${item.description}`}
                onClick={() => setEditing(item)}
              >
                Edit
              </button>
              <button
                type="button"
                className="quiet small"
                aria-label={`End ${item.description}`}
                onClick={() => setEnding(item)}
              >
                ✕
              </button>
            </span>
          </li>
        ))}
      </ul>
      {editing && (
        <StandingItemDialog
          kind={kind}
          path={path}
          item={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
      {ending && <EndStandingItem path={path} item={ending} onClose={() => setEnding(null)} />}
    </section>
  )
}

function priceOf({ amount, amount_type, units }: Item): string {
  if (amount_type === 'PERCENT_OF_GROSS') return `${percent(amount)} of gross`
  if (amount_type === 'PERCENT_OF_NET') return `${percent(amount)} of net`
  return units && units !== 1 ? `${money(amount)} × ${quantity(units)}` : money(amount)
}

function limitsOf(item: Item, today: string): string {
  const parts = [
    item.limit_per_pay ? `at most ${money(item.limit_per_pay)} a pay` : '',
    item.limit_total ? `until ${money(item.limit_total)} in total` : '',
    item.auto_apply_to_pay ? '' : 'only when asked for',
    item.applies_from && item.applies_from > today ? `from ${day(item.applies_from)}` : '',
    item.applies_to ? `until ${day(item.applies_to)}` : '',
  ].filter(Boolean)
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}

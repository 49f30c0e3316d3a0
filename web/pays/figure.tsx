import { money } from '../format.ts'

type Props = { name: string; amount: number; before?: number | undefined; isMain?: boolean }

/** A figure with its name. With `before` it also shows the change. */
export function Figure({ name, amount, before, isMain }: Props) {
  const change = before === undefined ? 0 : Math.round((amount - before) * 100) / 100
  return (
    <div className={isMain ? 'figure main' : 'figure'}>
      <span className="name">{name}</span>
      <span className="amount">{money(amount)}</span>
      {change !== 0 && (
        <span className="change">
          {change > 0 ? '+' : '−'}
          {money(Math.abs(change))}
        </span>
      )}
    </div>
  )
}

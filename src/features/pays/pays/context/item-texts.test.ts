import { expect, it } from 'vitest'
import { BETWEEN_CELLS, BETWEEN_ITEMS, ITEM_CELLS, openItems } from './item-texts.ts'

it('items are read from their text as they were, whatever people wrote into them', () => {
  const description = 'Tools "5\\6" | \x1f\x1e \n ü'
  const first: Record<string, string> = {
    id: '7',
    kind: 'deduction',
    description: JSON.stringify(description),
    amount: '12.50',
    amount_type: 'FIXED',
    units: '1',
    limit_total: '100.00',
    auto_apply_to_pay: 't',
    is_nz_ess: 'f',
    payee_id: '3',
    payee_reference: '""',
    taken: '25.00',
  }
  const second = { ...first, id: '8', description: '"Plain"', payee_id: '', payee_reference: '' }
  const texts = [first, second].map((item: Record<string, string>) =>
    ITEM_CELLS.map((cell) => item[cell] ?? '').join(BETWEEN_CELLS),
  )
  const items = openItems(5, texts.join(BETWEEN_ITEMS))
  expect(items[0]).toMatchObject({
    ...{ id: 7, employee_id: 5, kind: 'deduction', description, amount: '12.50', limit_per_pay: null },
    ...{ limit_total: '100.00', auto_apply_to_pay: true, is_taxable: false, is_nz_ess: false },
    ...{ withhold_paye: null, payee_id: 3, payee_reference: '', taken: '25.00', start_date: null },
  })
  expect(items[1]).toMatchObject({ id: 8, description: 'Plain', payee_id: null, payee_reference: null })
})

import type { EmployeeRequest } from '../api/types.ts'
import { labelOf, valueText } from '../employees/labels.ts'
import { day, hours } from '../format.ts'

export const STATE_WORDS: Record<EmployeeRequest['state'], string> = {
  open: 'Waiting',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}
export const STATE_TONES: Record<EmployeeRequest['state'], string> = {
  open: 'open',
  approved: 'good',
  declined: 'bad',
  withdrawn: 'quiet',
}
const KIND_WORDS: Record<EmployeeRequest['kind'], string> = {
  leave: 'Leave',
  details: 'Address and contacts',
  bank: 'Bank account',
  tax: 'Tax details',
  super: 'Super',
}

/** The content of a request in words: the days of leave, or each field before and after. */
export function RequestWhat({ request }: { request: EmployeeRequest }) {
  const { leave, fields, message, answer } = request
  return (
    <div className="request-what">
      {leave && (
        <p>
          <strong>{leave.name}</strong>{' '}
          {leave.start_date === leave.end_date
            ? day(leave.start_date)
            : `${day(leave.start_date)} to ${day(leave.end_date)}`}
          , {hours(leave.hours)} hours
          {leave.balance_on_day != null && (
            <span className="soft">
              {' '}
              · {hours(leave.balance_on_day)} hours on the first day, {hours(leave.balance_after ?? 0)} after
              it
            </span>
          )}
          {leave.days.some(({ pay_id }) => pay_id !== null) && <span className="soft"> · on a pay</span>}
        </p>
      )}
      {leave?.others_away && leave.others_away.length > 0 && (
        <p className="soft">Also away: {leave.others_away.join(', ')}.</p>
      )}
      {fields && (
        <>
          <p>
            <strong>{KIND_WORDS[request.kind]}</strong>
          </p>
          <ul className="changes">
            {Object.entries(fields).map(([name, { before, after }]) => (
              <li key={name}>
                {labelOf(name)}:{' '}
                {before !== null && before !== '' && (
                  <>
                    <del>{valueText(name, before)}</del> →{' '}
                  </>
                )}
                <ins>{valueText(name, after)}</ins>
              </li>
            ))}
          </ul>
        </>
      )}
      {message && <p className="soft">“{message}”</p>}
      {answer && <p className="soft">Answer: {answer}</p>}
    </div>
  )
}

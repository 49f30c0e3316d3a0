import { Type } from 'typebox'
import { COUNTRY_CODES } from '../../../countries/index.ts'
import { closed, component, nullable, words } from '../../../http/schema.ts'

/* A paged list of companies for a picker: names only, searchable by part of the name. */

export const COMPANIES_PER_PART = 50

export const CompanyListQuery = closed({
  q: Type.Optional(Type.String({ maxLength: 100, description: 'Part of the legal or trading name.' })),
  after: Type.Optional(
    Type.Integer({ description: 'The `next` of the previous page; omit it for the first page.' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: COMPANIES_PER_PART })),
})

export const CompanyList = component(
  'CompanyList',
  closed({
    companies: Type.Array(
      closed({
        id: Type.Integer(),
        legal_name: Type.String(),
        trading_name: nullable(Type.String()),
        jurisdiction: words(COUNTRY_CODES),
      }),
    ),
    next: nullable(
      Type.Integer({ description: 'Send it as `after` for the next page; null on the last page.' }),
    ),
  }),
)

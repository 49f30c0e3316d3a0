import { type TNumber, type TOptional, Type } from 'typebox'
import { countryOf, FIGURES } from '../../../../countries/index.ts'
import { byName, keysOf } from '../../../../kernel/values/word-lists.ts'
import { type OwnView, type SharedView, shownFigures } from '../../../../payroll/figures.ts'

type CountryCode = keyof typeof FIGURES
type Lists = (typeof FIGURES)[CountryCode]
/** Distributes over a union, list by list. */
type SharedMember<List> = List extends Lists ? SharedView<List> : never
type OwnMember<List> = List extends Lists ? OwnView<List> : never

/** The figures of a pay's read model: first those of all countries, then country-specific ones. */
export type FigureMembers = { [Name in SharedMember<Lists>]: TNumber } & {
  [Name in Exclude<OwnMember<Lists>, SharedMember<Lists>>]: TOptional<TNumber>
}

/** The values of these members. */
export type FigureValues = { [Name in SharedMember<Lists>]: number } & {
  [Name in Exclude<OwnMember<Lists>, SharedMember<Lists>>]?: number
}

const all = keysOf(FIGURES).flatMap((country) =>
  shownFigures(FIGURES[country]).map((shown) => ({ ...shown, country })),
)
const shared = all.filter(({ isShownEverywhere }) => isShownEverywhere)
const own = all.filter(({ isShownEverywhere }) => !isShownEverywhere)
const ofCountry = (country: CountryCode) =>
  Type.Optional(Type.Number({ description: `${countryOf(country).name} only.` }))

export const FigureMembers = byName<FigureMembers>([
  ...shared.map(({ view }) => [view, Type.Number()] as const),
  ...own.map(({ view, country }) => [view, ofCountry(country)] as const),
])

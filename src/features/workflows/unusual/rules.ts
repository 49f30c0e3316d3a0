/** A rule that detects an anomaly. `docs/unusual.md` is generated from this list. */
export type UnusualRule = {
  title: string
  /** The figures that the rule compares. */
  looksAt: string
  /** The limits of the rule, by name. */
  limits: Readonly<Record<string, number>>
  /** The sentence about one person or run; `{…}` is filled in. */
  sentence: string
  /** The wording for several people, after their number. */
  many?: string
  why: string
  /** Where the anomaly is shown, besides the email to the owners. */
  shownIn: 'the check of the run' | 'the audit log' | 'the account page'
}

export const UNUSUAL_RULES = {
  'shared-account': {
    title: 'The same account for two people',
    looksAt: 'The bank accounts of the people in the run, and of everyone else whom the company pays now.',
    limits: {},
    sentence: 'The account {account} is also that of {others}.',
    many: 'share a bank account with someone else',
    why: 'An invented employee is usually paid into the account of a real one. Couples share accounts too, so someone who knows them has to look.',
    shownIn: 'the check of the run',
  },
  'account-changed': {
    title: 'An account changed just before a run',
    looksAt:
      'The history of the employee: a bank account that replaced another within {days} days before the pay date, or later.',
    limits: { days: 7 },
    sentence:
      'The bank account was changed on {day}. Before you pay, ask the person, by calling a number you already know.',
    many: 'had their bank account changed in the week before the pay date. Ask them, by calling a number you already know',
    why: 'A changed account is the commonest payroll fraud, and it happens just before the money is sent.',
    shownIn: 'the check of the run',
  },
  'new-account': {
    title: 'A first payment to a new account',
    looksAt:
      'The accounts of a person, compared with those of their last processed pay. People without an earlier pay count once the company has processed a run.',
    limits: {},
    sentence: 'This is the first payment to the account {account}.',
    many: 'are paid into an account for the first time',
    why: 'It catches changes made earlier than a week before, and people who were added to be paid once.',
    shownIn: 'the check of the run',
  },
  'paid-after-end': {
    title: 'Someone paid after their end date',
    looksAt:
      'Pays, other than the final pay, of people whose employment ended before the first day of the run.',
    limits: {},
    sentence: 'Employment ended on {day}, before this period began.',
    many: 'are paid although their employment ended before this period began',
    why: 'Keeping a former employee on the payroll with another account is a known fraud. Pay that was still owed is the harmless case.',
    shownIn: 'the check of the run',
  },
  'paid-twice': {
    title: 'The same days paid in two runs',
    looksAt:
      'Pays of the people in the run with hours or leave, and their pays in another run whose period has days of this one. Rows with a date count for that day.',
    limits: {},
    sentence: 'The run to {end} pays them for the same days too, on {day}: {net} net.',
    many: 'are paid for the same days in another run',
    why: 'A second calendar, or a second run on another day, pays a week twice while each run looks ordinary. A bonus without hours is no second pay.',
    shownIn: 'the check of the run',
  },
  'two-calendars': {
    title: 'One person in two calendars on one day',
    looksAt:
      'Pays of the people in the run with the same pay date, in a run of another calendar or cycle for other days.',
    limits: {},
    sentence: 'Another calendar pays them on {day} too: {net} net in the run to {end}.',
    many: 'are paid by another calendar on the same day too',
    why: 'A second calendar pays someone twice, and each of its runs looks ordinary. Someone who changed calendars has a last and a first pay, rarely on one day.',
    shownIn: 'the check of the run',
  },
  'raised-deduction': {
    title: 'A deduction for a payee far above the last one',
    looksAt:
      'The deductions of a person for each payee and reference, compared with the last processed run that had any.',
    limits: { percent: 50 },
    sentence: 'The deduction for {payee} is {amount}, {before} the last time.',
    many: 'have a deduction for a payee that is far above the last one',
    why: 'The account of the payee may be known, so raising an amount is enough to send money there. The net falls, and no total rises.',
    shownIn: 'the check of the run',
  },
  'run-total': {
    title: 'A run far from the usual',
    looksAt:
      'The net of the run, compared with the median of the last {runs} processed runs of the same cycle. There must be at least {least}.',
    limits: { runs: 6, least: 3, percent: 30 },
    sentence:
      'The net of the run is {net}, {percent}% {direction} the usual {usual} (median of the last {runs} runs).',
    why: 'A run that is much larger or smaller than its predecessors has a reason, or contains a mistake. Owners get an e-mail only about larger ones.',
    shownIn: 'the check of the run',
  },
  'person-total': {
    title: 'A pay far from the usual',
    looksAt:
      'The net of a person in the run, compared with the median of the last {runs} processed runs that paid them. Runs of another cycle are scaled to the days of this period. There must be at least {least}.',
    limits: { runs: 6, least: 3, percent: 50 },
    sentence: 'The net is {net}, {percent}% {direction} the usual {usual} (median of the last {runs} runs).',
    many: 'have a net that is far from their usual one',
    why: 'One pay that was raised is invisible in the total of a large run.',
    shownIn: 'the check of the run',
  },
  'many-reads': {
    title: 'One user reading very many tax numbers',
    looksAt:
      'The audit log: the number of different people whose tax or bank account numbers one user read, by application, within {hours} hours. The same user and application are reported again after {days} days.',
    limits: { people: 200, hours: 24, days: 30 },
    sentence:
      '{user} has read tax or bank account numbers of {people} people within {hours} hours, with {application}.',
    why: 'A list of tax and bank account numbers is worth stealing before someone leaves, and a stolen token reads everything at once.',
    shownIn: 'the audit log',
  },
  'new-device': {
    title: 'A sign-in from a new device or network',
    looksAt: 'Each sign-in of a person: a browser that has no cookie from an earlier sign-in of that person.',
    limits: {},
    sentence: 'There was a sign-in from a device that was not used before.',
    why: 'A stolen password is used on the thief’s machine. The person who signed in gets the e-mail, because only they know.',
    shownIn: 'the account page',
  },
} as const satisfies Record<string, UnusualRule>

export type UnusualName = keyof typeof UNUSUAL_RULES

export const UNUSUAL_NAMES = Object.keys(UNUSUAL_RULES).filter(
  (name): name is UnusualName => name in UNUSUAL_RULES,
)

export const ruleOf = (name: UnusualName): UnusualRule => UNUSUAL_RULES[name]

/** The text with its `{…}` filled in. */
export function fillIn(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

/** The rule's sentence with these values. */
export const sayUnusual = (name: UnusualName, values: Readonly<Record<string, string | number>>): string =>
  fillIn(ruleOf(name).sentence, values)

import type { RunStages } from '../api/types.ts'
import { money, plural } from '../format.ts'

type Stage = RunStages['stages'][number]
type StepName = Extract<Stage['stage'], 'paid' | 'super' | 'lodged' | 'payslips' | 'journal'>

/** One step after a run is processed, with its effect or its outcome. */
export type PayStep = { name: StepName; title: string; says: string; act: string; isOpen: boolean }

type Words = { lodging: string; lodge: string; authority: string }
const ORDER: readonly StepName[] = ['paid', 'super', 'lodged', 'payslips', 'journal']

/** The steps of a run in order, without those the company does not need. */
export function payStepsOf(stages: readonly Stage[], words: Words): PayStep[] {
  return ORDER.flatMap((name) => {
    const stage = stages.find((each) => each.stage === name)
    if (!stage || stage.status === 'not-needed') return []
    return [{ name, isOpen: isOpen(stage), ...WORDED[name](stage, words) }]
  })
}

/** A step is open until it was sent for every pay. A step that waits for a response is not open. */
const isOpen = (stage: Stage) =>
  stage.status === 'open' || (stage.status === 'under-way' && stage.done < stage.total)

const left = (stage: Stage, one: string) => plural(stage.total - stage.done, one)

/** Empty while the amount is not known yet: $0.00 would be wrong. */
const amount = (joint: string, { open_amount: open }: Stage) =>
  open === null ? '' : `${joint}${money(open)}`

const WORDED: Record<StepName, (stage: Stage, words: Words) => Pick<PayStep, 'title' | 'says' | 'act'>> = {
  paid: (stage) => ({
    title: 'Bank file',
    says: isOpen(stage)
      ? `Downloads a file${amount(' with ', stage)} to upload at your bank. It then counts as sent.`
      : 'Everything that is owed is in a bank file.',
    act: 'Download the bank file',
  }),
  super: (stage) => ({
    title: 'Super file',
    says: isOpen(stage)
      ? `Creates the super file${amount(' of ', stage)} for your clearing house and downloads it.`
      : 'All super of this run is in a file. Find it under Reporting → Super files.',
    act: 'Download the super file',
  }),
  lodged: (stage, words) => ({
    title: words.lodging,
    says: isOpen(stage)
      ? `Shows what ${words.authority} would receive for ${left(stage, 'pay')}. You declare it, then it is sent.`
      : stage.status === 'done'
        ? `${capital(words.authority)} has it.`
        : `Sent. ${capital(words.authority)} has not answered yet.`,
    act: words.lodge,
  }),
  payslips: (stage) => ({
    title: 'Payslips',
    says: isOpen(stage)
      ? `E-mails ${left(stage, 'payslip')} that were not sent in their current version.`
      : 'Everyone has their payslip.',
    act: 'E-mail the payslips',
  }),
  journal: (stage) => ({
    title: 'Journal',
    says: isOpen(stage)
      ? 'Posts the run to the accounts that you chose. A journal from before a correction is reversed first.'
      : 'The journal is up to date.',
    act: 'Create the journal',
  }),
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

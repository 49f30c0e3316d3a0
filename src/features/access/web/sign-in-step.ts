import { Problem } from '../../../kernel/problem.ts'
import type { SignInStep } from '../oauth/index.ts'

/** A sign-in step in the format of the web app. */
export function answerStep(step: SignInStep): { next: 'in' | 'code' } {
  if (step.kind === 'refused') throw new Problem(step.status, step.sentence)
  if (step.kind === 'restart') throw new Problem(401, 'The sign-in took too long. Start again.')
  return { next: step.kind }
}

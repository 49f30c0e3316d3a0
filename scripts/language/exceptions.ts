/** Exceptions to the check, each with its reason. Keep the list short: rewording is usually easier. */

export interface Exception {
  /** The path of a file, or of a folder with a trailing slash. */
  readonly path: string
  readonly reason: string
}

export const EXCEPTED_FILES: readonly Exception[] = [
  { path: 'scripts/language/', reason: 'names the words that it looks for' },
  { path: 'test/scripts/language.test.ts', reason: 'plants the words that the check must find' },
  { path: 'migrations/', reason: 'a migration never changes after its release' },
  { path: 'test/golden/', reason: 'quotes publications of the authorities' },
  { path: 'docs/conformance.md', reason: 'generated from the names of golden cases' },
  { path: 'LICENSE', reason: 'not our words' },
  { path: 'CODE_OF_CONDUCT.md', reason: 'not our words' },
]

/** Commits from before the check, by the start of their subject. They are not rewritten. */
export const EXCEPTED_SUBJECTS: readonly string[] = [
  'Prove that what left is what is owed, and guard the numbers',
  'Paste from the first cell in the desk test: the selection',
  'Grid:',
]

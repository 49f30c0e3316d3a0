import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Decimal } from '../../src/kernel/values/money.ts'
import { sourceText } from '../../src/payroll/sources.ts'
import type { Step } from '../../src/payroll/trace.ts'

type Country = 'AU' | 'NZ'

/*
 * The explanations of the stories as text: one file for each rule in `explanations/<country>/`, named after
 * the first part of the step's name. A step is written once with its formula, once with each rule and source,
 * and then with every distinct working of the stories. A reworded formula changes one line; a changed amount
 * changes the workings that show it.
 *
 *     tax.period.weekly
 *       a × x − b, to the nearest dollar; x = whole dollars of weekly earnings + 0.99
 *         Schedule 1, scale-2 · Schedule 1 …, from 2024-07-01
 *           earnings 1000, x 1000.99, a 0.3227, b 163 → 160
 */

/** The text of each rule's file, by the name of the file. */
export type Explanations = Map<string, string>

type Tree = Map<string, Tree>

/** Collects steps and warnings. `read` returns the files. */
export function collectExplanations() {
  const rules = new Map<string, Tree>()
  const warnings = new Set<string>()
  return {
    addSteps(steps: readonly Step[]): void {
      for (const { name, formula, rule, source, inputs, amount } of steps) {
        const tree = branch(rules, name.split('.')[0] ?? name)
        const workings = branch(
          branch(branch(tree, name), formula || '(no formula)'),
          `${rule} · ${sourceText(source)}`,
        )
        branch(workings, `${inputsText(inputs)} → ${amount.toFixed()}`)
      }
    },
    addWarnings(sentences: readonly string[]): void {
      for (const sentence of sentences) warnings.add(sentence)
    },
    read(): Explanations {
      const files = [...rules].map(([rule, tree]): [string, string] => [`${rule}.txt`, textOf(tree)])
      return new Map([...files, ['warnings.txt', `${[...warnings].sort().join('\n')}\n`]])
    },
  }
}

function branch(tree: Tree, name: string): Tree {
  const found = tree.get(name) ?? new Map()
  tree.set(name, found)
  return found
}

function inputsText(inputs: Step['inputs']): string {
  const shown = (value: Decimal | string) => (typeof value === 'string' ? value : value.toFixed())
  return Object.entries(inputs)
    .map(([name, value]) => `${name} ${shown(value)}`)
    .join(', ')
}

function textOf(tree: Tree, indent = ''): string {
  return [...tree.keys()]
    .sort()
    .map((line) => `${indent}${line}\n${textOf(tree.get(line) ?? new Map(), `${indent}  `)}`)
    .join('')
}

const folderOf = (country: Country) => join(import.meta.dirname, 'explanations', country.toLowerCase())

/** The expected files. */
export function readExpected(country: Country): Explanations {
  const folder = folderOf(country)
  const names = existsSync(folder) ? readdirSync(folder) : []
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
}

/** Replaces the expected files, so that the change is reviewed as a diff. */
export function writeExpected(country: Country, explanations: Explanations): void {
  const folder = folderOf(country)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const [name, text] of explanations) writeFileSync(join(folder, name), text)
}

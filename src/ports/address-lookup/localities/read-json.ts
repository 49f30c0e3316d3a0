import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Reads a JSON file of a package. */
export function readJson<T>(specifier: string): T {
  return JSON.parse(readFileSync(fileURLToPath(import.meta.resolve(specifier)), 'utf8')) as T
}

import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const STAND_INS: Readonly<Record<string, string>> = {
  vitest: pathToFileURL(join(import.meta.dirname, 'vitest-once.ts')).href,
  yaml: pathToFileURL(join(import.meta.dirname, 'yaml-once.ts')).href,
}

/**
 * Loads the instrumented text instead of each file, and reloads all of src and test in each generation. Code that runs at load
 * time can only be mutated by loading it again.
 */
export function installLoader(root: string, sources: Readonly<Record<string, string>>) {
  const texts = new Map<string, string>()
  const ours = ['src', 'test'].map((folder) => `${pathToFileURL(join(root, folder)).href}/`)
  const isOurs = (url: string) => ours.some((folder) => url.startsWith(folder))
  let generation = 0
  registerHooks({
    resolve(specifier, context, next) {
      const standIn = STAND_INS[specifier]
      if (standIn && context.parentURL !== standIn) return { url: standIn, shortCircuit: true }
      const found = next(specifier, context)
      if (!isOurs(found.url) || !found.url.endsWith('.ts')) return found
      return { ...found, url: `${found.url}?${generation}` }
    },
    load(url, context, next) {
      if (!isOurs(url) || !url.includes('.ts?')) return next(url, context)
      const path = relative(root, fileURLToPath(url)).replaceAll('\\', '/')
      const text =
        texts.get(path) ?? stripTypeScriptTypes(sources[path] ?? readFileSync(join(root, path), 'utf8'))
      texts.set(path, text)
      return { format: 'module', source: text, shortCircuit: true }
    },
  })
  return {
    startGeneration: () => {
      generation++
      return generation
    },
  }
}

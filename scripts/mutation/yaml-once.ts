/* Replaces `yaml` for the tests under mutation: parses each text once, however often the code is reloaded. */
import { parse as parseYaml } from 'yaml'

const parsed = new Map<string, unknown>()

export function parse(text: string, options?: object): unknown {
  if (!parsed.has(text)) parsed.set(text, parseYaml(text, options))
  return parsed.get(text)
}

import { COMMANDS } from './commands.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const

const firstWords = () => [
  ...new Set([...Object.keys(COMMANDS).map((name) => name.split(' ')[0] ?? ''), 'completion']),
]
const wordsAfter = (word: string) =>
  Object.keys(COMMANDS)
    .filter((name) => name.startsWith(`${word} `))
    .map((name) => name.split(' ')[1])
    .join(' ')

/** The script that completes commands and flags: `source <(tasman completion bash)`, `tasman completion fish | source`. */
export function completion(shell: (typeof SHELLS)[number], flags: readonly string[]): string {
  if (shell === 'fish') return forFish(flags)
  const bash = forBash(flags)
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${bash}` : bash
}

function forBash(flags: readonly string[]): string {
  const second = firstWords().map((word) => `    ${word}) words="${wordsAfter(word)}" ;;`)
  return `_tasman() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="${firstWords().join(' ')}"
  if [ "$COMP_CWORD" -gt 1 ]; then case "\${COMP_WORDS[1]}" in
${second.join('\n')}
  esac; fi
  case "$current" in -*) words="${flags.map((flag) => `--${flag}`).join(' ')}" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _tasman tasman`
}

function forFish(flags: readonly string[]): string {
  const second = firstWords()
    .filter((word) => wordsAfter(word) !== '')
    .map((word) => `complete -c tasman -f -n '__fish_seen_subcommand_from ${word}' -a '${wordsAfter(word)}'`)
  return [
    `complete -c tasman -f -n __fish_use_subcommand -a '${firstWords().join(' ')}'`,
    ...second,
    ...flags.map((flag) => `complete -c tasman -l ${flag}`),
  ].join('\n')
}

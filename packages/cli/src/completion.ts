import { COMMANDS } from './commands.ts'

/** A script that completes commands and flags: `source <(tasman completion bash)`. */
export function completion(shell: string, flags: readonly string[]): string {
  const first = [...new Set(Object.keys(COMMANDS).map((name) => name.split(' ')[0]))]
  const second = first.map((word) => {
    const following = Object.keys(COMMANDS).filter((name) => name.startsWith(`${word} `))
    return `    ${word}) words="${following.map((name) => name.split(' ')[1]).join(' ')}" ;;`
  })
  const bash = `_tasman() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words="${first.join(' ')} completion"
  if [ "$COMP_CWORD" -gt 1 ]; then case "\${COMP_WORDS[1]}" in
${second.join('\n')}
  esac; fi
  case "$current" in -*) words="${flags.map((flag) => `--${flag}`).join(' ')}" ;; esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -F _tasman tasman`
  return shell === 'zsh' ? `autoload -U +X bashcompinit && bashcompinit\n${bash}` : bash
}

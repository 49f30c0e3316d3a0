/** Yields the entries of a JSON list as they arrive. Memory use depends on the longest entry, not on the length of the list. */
export async function* entriesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<unknown> {
  const decoder = new TextDecoder()
  const splitter = createSplitter()
  for await (const chunk of chunks) yield* splitter.take(decoder.decode(chunk, { stream: true }))
  splitter.end()
}

function createSplitter() {
  let depth = 0
  let isInText = false
  let isEscaped = false
  let entry = ''

  const isEntryEnd = (letter: string) => depth === 1 && (letter === ',' || letter === ']')
  const step = (letter: string): void => {
    if (isInText) {
      if (isEscaped) isEscaped = false
      else if (letter === '\\') isEscaped = true
      else if (letter === '"') isInText = false
    } else if (letter === '"') isInText = true
    else if (letter === '[' || letter === '{') depth += 1
    else if (letter === ']' || letter === '}') depth -= 1
  }

  return {
    *take(text: string): Generator<unknown> {
      let from = 0
      for (let at = 0; at < text.length; at += 1) {
        const letter = text[at] as string
        const isOpening = depth === 0
        if (!isInText && isEntryEnd(letter)) {
          const whole = (entry + text.slice(from, at)).trim()
          entry = ''
          from = at + 1
          if (whole) yield JSON.parse(whole)
        }
        step(letter)
        if (isOpening) from = at + 1
      }
      entry += text.slice(from)
    },
    end(): void {
      if (depth !== 0 || isInText) throw new SyntaxError('The list was cut off before its end.')
    },
  }
}

/** The people mentioned in a note by @ and their full name, ignoring case. The longest name wins. */
export function mentionedIn<P extends { id: number; name: string }>(text: string, people: readonly P[]): P[] {
  const longestFirst = people.toSorted((a, b) => b.name.length - a.name.length)
  const found = new Set<P>()
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}])@/gu)) {
    const rest = text.slice(index + 1).toLowerCase()
    const first = longestFirst.find(({ name }) => startsWithName(rest, name.toLowerCase()))
    for (const person of people) if (person.name === first?.name) found.add(person)
  }
  return [...found]
}

/** "@Kim Lee" mentions Kim Lee, but not Kim Leeson. */
function startsWithName(text: string, name: string): boolean {
  return name !== '' && text.startsWith(name) && !/^[\p{L}\p{N}]/u.test(text.slice(name.length))
}

// The search of the site. Each heading with its text is an entry in search.json, which is loaded on the first key press.
const box = document.getElementById('search')
const results = document.getElementById('results')
const { base } = document.currentScript.dataset
let entries

const load = async () => {
  entries ??= fetch(`${base}/search.json`).then((answer) => answer.json())
  return entries
}

const scoreOf = (entry, words) => {
  const title = entry.title.toLowerCase()
  const text = entry.text.toLowerCase()
  let score = 0
  for (const word of words) {
    if (title.includes(word)) score += 10
    else if (text.includes(word)) score += 1
    else return 0
  }
  return score
}

const show = async () => {
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean)
  const found = words.length === 0 ? [] : await load()
  const best = found
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 12)
  results.replaceChildren(
    ...best.map(({ entry }) => {
      const link = document.createElement('a')
      link.href = `${base}/${entry.address}`
      link.textContent = entry.page === entry.title ? entry.title : `${entry.page}: ${entry.title}`
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
  if (words.length > 0 && best.length === 0) results.append('Nothing found.')
  results.hidden = words.length === 0
}

box.addEventListener('input', show)

// On a phone the open navigation would come before the page.
if (window.matchMedia('(max-width: 50rem)').matches) document.querySelector('nav details').open = false

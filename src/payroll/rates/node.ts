import { type CivilDate, isCivilDate } from '../../kernel/values/dates.ts'
import { type Decimal, decimal } from '../../kernel/values/money.ts'
import { recordOf } from '../../kernel/values/word-lists.ts'

/** A rate file as text. Every scalar is a string, so that no figure ever becomes a float. */
export type RateFile = { path: string; data: RateNode }
export type RateNode = string | RateNode[] | { [key: string]: RateNode }

/** A rate file is invalid. The message names the file and the reason. */
export class RateFileError extends Error {
  override readonly name = 'RateFileError'
}

const FIGURE = /^-?\d+(\.\d+)?$/
const WHOLE = /^\d+$/

/**
 * A map of a rate file. It tracks which keys were read, here and in nested maps, so that `refuseUnread` can name an unread key.
 * Otherwise a mistyped key would silently drop a rule of the law.
 */
export class RateMap {
  readonly #name: string
  readonly #data: { readonly [key: string]: RateNode }
  readonly #read = new Set<string>()
  readonly #below: RateMap[] = []

  constructor(node: RateNode | undefined, name = '') {
    if (node === undefined || typeof node === 'string' || Array.isArray(node)) {
      throw new RangeError(`${name || 'the file'} is not a map`)
    }
    this.#name = name
    this.#data = node
  }

  has(key: string): boolean {
    return this.#data[key] !== undefined
  }

  /** The keys of a map whose keys are the data (days, activities, regions). */
  keys(): string[] {
    return Object.keys(this.#data)
  }

  text(key: string): string {
    const node = this.#take(key)
    if (typeof node !== 'string' || node === '') throw new RangeError(`${this.#called(key)} is missing`)
    return node
  }

  texts(key: string): string[] {
    return this.#list(key).map((node) => {
      if (typeof node !== 'string' || node === '')
        throw new RangeError(`${this.#called(key)} has an empty entry`)
      return node
    })
  }

  date(key: string): CivilDate {
    return this.#dateOf(key, this.text(key))
  }

  dates(key: string): CivilDate[] {
    return this.texts(key).map((text) => this.#dateOf(key, text))
  }

  figure(key: string): Decimal {
    return this.#figureOf(key, this.text(key))
  }

  figures(key: string): Decimal[] {
    return this.texts(key).map((text) => this.#figureOf(key, text))
  }

  whole(key: string): number {
    const text = this.text(key)
    if (!WHOLE.test(text)) throw new RangeError(`${this.#called(key)}: ${text} is not a whole number`)
    return Number.parseInt(text, 10)
  }

  /** One word from a closed list. */
  word<const W extends string>(key: string, words: readonly W[]): W {
    return this.#wordOf(key, this.text(key), words)
  }

  words<const W extends string>(key: string, words: readonly W[]): W[] {
    return this.texts(key).map((text) => this.#wordOf(key, text, words))
  }

  /** A day of any year, `MM-DD`. Compares correctly as text. */
  dayOfYear(key: string): string {
    const text = this.text(key)
    if (!isCivilDate(`2000-${text}`))
      throw new RangeError(`${this.#called(key)}: ${text} is not a day (MM-DD)`)
    return text
  }

  isYes(key: string): boolean {
    return this.word(key, ['yes', 'no']) === 'yes'
  }

  map(key: string): RateMap {
    const map = new RateMap(this.#take(key), this.#called(key))
    this.#below.push(map)
    return map
  }

  maps(key: string): RateMap[] {
    return this.#list(key).map((node, index) => {
      const map = new RateMap(node, `${this.#called(key)}[${index}]`)
      this.#below.push(map)
      return map
    })
  }

  /** A figure for each word of a closed list. A word without a figure is refused. */
  figuresBy<const W extends string>(words: readonly W[]): Readonly<Record<W, Decimal>> {
    return recordOf(words, (word) => this.figure(word))
  }

  /** The days that are the keys of this map. The value of each is only for people who read the file. */
  days(): CivilDate[] {
    return this.keys().map((day) => {
      this.#read.add(day)
      return this.#dateOf('', day)
    })
  }

  /** Marks every key of this map as read, for callers that need only dates and sources. */
  ignoreRest(): void {
    for (const key of this.keys()) this.#read.add(key)
  }

  /** Refuses a key that was never read, here or in a nested map. */
  refuseUnread(): void {
    const unread = this.keys().find((key) => !this.#read.has(key))
    if (unread !== undefined) throw new RangeError(`${this.#called(unread)} is not a known key`)
    for (const map of this.#below) map.refuseUnread()
  }

  #take(key: string): RateNode | undefined {
    this.#read.add(key)
    return this.#data[key]
  }

  #list(key: string): RateNode[] {
    const node = this.#take(key)
    if (!Array.isArray(node) || node.length === 0) {
      throw new RangeError(`${this.#called(key)} is not a list with entries`)
    }
    return node
  }

  #wordOf<W extends string>(key: string, text: string, words: readonly W[]): W {
    const known = words.find((word) => word === text)
    if (known === undefined) {
      throw new RangeError(`${this.#called(key)}: ${text} is none of ${words.join(', ')}`)
    }
    return known
  }

  #dateOf(key: string, text: string): CivilDate {
    if (!isCivilDate(text)) throw new RangeError(`${this.#called(key)}: ${text} is not a date`)
    return text
  }

  #figureOf(key: string, text: string): Decimal {
    if (!FIGURE.test(text)) throw new RangeError(`${this.#called(key)}: ${text} is not a figure`)
    return decimal(text)
  }

  #called(key: string): string {
    return [this.#name, key].filter((part) => part !== '').join('.')
  }
}

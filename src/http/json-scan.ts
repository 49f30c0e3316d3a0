import { invalid } from '../kernel/problem.ts'

/** More than any real request needs. Anything larger is an attempt to keep the service busy. */
export const JSON_BOUNDS = {
  depth: 32,
  values: 4_000_000,
  stringBytes: 100_000,
  itemBytes: 2 * 1024 * 1024,
  /** The limit of members in one object. */
  members: 1000,
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * Scans the bytes of a JSON text without parsing it. Refuses JSON that is nested too deeply or too large.
 * Finds the commas between the items of a list, so a long list can be parsed in chunks.
 */
export class JsonScan {
  /** Offsets of the commas between the items of the outermost list. */
  readonly commas: number[] = []
  /** The number of members in the text up to each of these commas. */
  readonly membersAt: number[] = []
  /** The offset where the outermost list ends, or -1 while it is open. */
  end = -1
  /** The members of all objects, including repeated names. */
  members = 0
  #depth = 0
  /** The members of each open object, by depth. */
  readonly #own = new Uint32Array(JSON_BOUNDS.depth + 1)
  #values = 1
  #item = 0
  /** The offset where the current string begins, or -1 outside a string. */
  #string = -1
  readonly #itemsMax: number

  /** `itemsMax` limits the items of the outermost list. */
  constructor(itemsMax = Number.POSITIVE_INFINITY) {
    this.#itemsMax = itemsMax
  }

  /** Scans from one offset to another. Returns the offset where it stopped. */
  read(bytes: Uint8Array, from: number, to: number): number {
    let at = this.#string < 0 ? from : this.#leaveString(bytes, from, to)
    while (at < to) {
      const byte = bytes[at] ?? 0
      if (byte === QUOTE) {
        this.#string = at
        at = this.#leaveString(bytes, at + 1, to)
        continue
      }
      if (byte === COMMA) this.#separate(at)
      else if (byte === COLON) this.#name()
      // In ASCII the brackets come after the digits, so one comparison skips most bytes.
      else if (byte >= OPEN_LIST) this.#bracket(byte, at)
      at++
    }
    return at
  }

  #leaveString(bytes: Uint8Array, from: number, to: number): number {
    let at = from
    let byte = bytes[at]
    while (at < to && byte !== QUOTE) {
      at += byte === BACKSLASH ? 2 : 1
      byte = bytes[at]
    }
    if (at - this.#string > JSON_BOUNDS.stringBytes) throw tooMuch('A text in the body is too long.')
    if (at >= to) return at
    this.#string = -1
    return at + 1
  }

  #bracket(byte: number, at: number): void {
    if (byte === OPEN_LIST || byte === OPEN_OBJECT) this.#enter(at)
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#leave(byte, at)
  }

  #enter(at: number): void {
    this.#depth++
    this.#count()
    if (this.#depth === 1 && this.end < 0) this.#item = at
    if (this.#depth > JSON_BOUNDS.depth) throw tooMuch('The body is nested too deep.')
    this.#own[this.#depth] = 0
  }

  #leave(byte: number, at: number): void {
    this.#depth--
    if (this.#depth === 0 && this.end < 0) {
      this.#checkItem(at)
      this.end = byte === CLOSE_LIST ? at : Number.NaN
    }
  }

  #separate(at: number): void {
    this.#count()
    if (this.#depth !== 1) return
    this.#checkItem(at)
    if (this.commas.length + 2 > this.#itemsMax)
      throw tooMuch(`The body has more than ${this.#itemsMax.toLocaleString('en')} items.`)
    this.commas.push(at)
    this.membersAt.push(this.members)
  }

  #name(): void {
    this.members++
    const own = (this.#own[this.#depth] ?? 0) + 1
    if (own > JSON_BOUNDS.members) throw tooMuch('An object of the body has too many members.')
    this.#own[this.#depth] = own
  }

  #checkItem(at: number): void {
    if (at - this.#item > JSON_BOUNDS.itemBytes)
      throw tooMuch(`Item ${this.commas.length} of the body is too large.`)
    this.#item = at
  }

  #count(): void {
    this.#values++
    if (this.#values > JSON_BOUNDS.values) throw tooMuch('The body contains too many values.')
  }
}

const tooMuch = (sentence: string) => invalid(['body'], `${sentence} Send it in smaller parts.`, 'too_long')

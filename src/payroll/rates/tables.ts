import type { CivilDate } from '../../kernel/values/dates.ts'
import { type RateFile, RateFileError, RateMap } from './node.ts'
import { type Dated, type Gap, SOURCE_STATUSES, Timeline } from './timeline.ts'

type Reader<T> = (data: RateMap) => T

/**
 * The rate files of one country. A table is either a folder or a file. A folder has one file for each day the table took effect
 * (`paye/2026-04-01.yaml`). A single file has `values` with an entry for each such day (`kiwisaver.yaml`).
 */
export class RateTables {
  readonly #country: string
  readonly #files: readonly RateFile[]
  readonly #unread: Set<RateFile>

  constructor(country: 'au' | 'nz', files: readonly RateFile[]) {
    this.#country = country
    this.#files = files
    this.#unread = new Set(files)
  }

  /** The timeline of the table in this folder or file. Error messages call it `name`. */
  table<T>(folder: string, name: string, read: Reader<T>): Timeline<T> {
    const own = this.#files.filter(({ path }) => path === `${folder}.yaml` || path.startsWith(`${folder}/`))
    if (own.length === 0) throw this.#wrong(folder, 'there is no rate file')
    const entries: Dated<T>[] = []
    const gaps: Gap[] = []
    for (const file of own) {
      this.#unread.delete(file)
      try {
        entries.push(...entriesOf(file, read, gaps))
      } catch (error) {
        throw this.#wrong(file.path, error)
      }
    }
    try {
      return new Timeline(name, entries, gaps)
    } catch (error) {
      throw this.#wrong(folder, error)
    }
  }

  refuseUnknown(): void {
    for (const { path } of this.#unread) throw this.#wrong(path, 'there is no table with this name')
  }

  #wrong(path: string, error: unknown): RateFileError {
    return new RateFileError(
      `rates/${this.#country}/${path}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

function entriesOf<T>(file: RateFile, read: Reader<T>, gaps: Gap[]): Dated<T>[] {
  const data = new RateMap(file.data)
  if (data.has('check_by')) data.date('check_by')
  if (data.has('missing')) gaps.push(gapOf(data.map('missing')))
  const entries = data.has('values') ? valuesOf(data.map('values'), read) : [fileOf(file.path, data, read)]
  data.refuseUnread()
  return entries
}

function fileOf<T>(path: string, data: RateMap, read: Reader<T>): Dated<T> {
  const from = data.date('effective_from')
  const name = path.replace(/^.*\//, '').replace(/\.yaml$/, '')
  if (name !== from && `${name}-01-01` !== from) {
    throw new RangeError(`effective_from: ${from} is not the day that names the file`)
  }
  return datedOf(from, data, read)
}

function valuesOf<T>(values: RateMap, read: Reader<T>): Dated<T>[] {
  return values.days().map((from) => datedOf(from, values.map(from), read))
}

function datedOf<T>(from: CivilDate, data: RateMap, read: Reader<T>): Dated<T> {
  const source = data.map('source')
  const dated = {
    from,
    value: read(data),
    source: {
      title: source.text('title'),
      publisher: source.text('publisher'),
      href: source.text('href'),
      status: source.word('status', SOURCE_STATUSES),
      ...(source.has('address') ? { address: source.word('address', ['unchecked'] as const) } : {}),
    },
  }
  if (!data.has('effective_to')) return dated
  const to = data.date('effective_to')
  if (to < from) throw new RangeError('effective_to is before effective_from')
  return { ...dated, to }
}

function gapOf(data: RateMap): Gap {
  return { from: data.date('from'), to: data.date('to'), reason: data.text('reason') }
}

import { readdirSync, readFileSync } from 'node:fs'

const TICKS_A_SECOND = 100

/**
 * Processor seconds used by this process and its children (the embedded database). Other load on the machine does not distort it.
 * Null where the system does not report it.
 */
export function processorSeconds(): number | null {
  try {
    const rows = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => {
        try {
          const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
          return [
            { id: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) },
          ]
        } catch {
          return []
        }
      })
    const own = new Set([process.pid])
    for (let size = 0; size !== own.size; ) {
      size = own.size
      for (const { id, parent } of rows) if (own.has(parent)) own.add(id)
    }
    return rows.filter(({ id }) => own.has(id)).reduce((sum, { ticks }) => sum + ticks, 0) / TICKS_A_SECOND
  } catch {
    return null
  }
}

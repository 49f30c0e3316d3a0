import { setFlagsFromString } from 'node:v8'

/**
 * Collects garbage once the heap has grown by 80%. On a machine with much memory, V8 would wait longer.
 * The Dockerfile has the other setting that limits the memory of a large call: docs/decisions/0460.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=80')
}

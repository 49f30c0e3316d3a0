import { setFlagsFromString } from 'node:v8'

/**
 * Collects garbage once the heap has grown by 80%, where V8 would wait longer on a machine with much memory.
 * The other half of what bounds a large call is in the Dockerfile: docs/decisions/0460.
 */
export function boundHeapGrowth(): void {
  setFlagsFromString('--heap-growing-percent=80')
}

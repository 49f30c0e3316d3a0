import { parentPort } from 'node:worker_threads'
import { readAu } from './au/localities.ts'
import { readNz } from './nz/localities.ts'

// Runs in a separate thread. The packages contain 40 MB of JSON, of which half a megabyte is needed.

const distinct = new Map([...readAu(), ...readNz()].map((locality) => [locality.join('|'), locality]))
parentPort?.postMessage([...distinct.values()])

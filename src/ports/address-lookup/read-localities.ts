import { parentPort } from 'node:worker_threads'
import { readAu } from './au/localities.ts'
import { readNz } from './nz/localities.ts'

// Runs in a thread of its own: the packages hold 40 MB of JSON, of which half a megabyte is wanted.

const distinct = new Map([...readAu(), ...readNz()].map((locality) => [locality.join('|'), locality]))
parentPort?.postMessage([...distinct.values()])

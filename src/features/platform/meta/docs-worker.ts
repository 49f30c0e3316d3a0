// Reads the page and script of the documentation package once.
import { parentPort, workerData } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import fastify from 'fastify'

const { page, script, configuration } = workerData
const app = fastify()
await app.register(scalar, { routePrefix: page, configuration })
const read = async (url: string) => (await app.inject(url)).rawPayload
parentPort?.postMessage({ page: (await read(page)).toString('utf8'), script: await read(script) })

// Runs the stdio server from its sources: the same as dist/main.js, without a build.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createClient } from '../../client/src/index.ts'
import { createServer } from '../src/server.ts'

const api = createClient({ baseUrl: process.env.TASMAN_URL ?? '', token: process.env.TASMAN_TOKEN ?? '' })
await createServer(api as never).connect(new StdioServerTransport())

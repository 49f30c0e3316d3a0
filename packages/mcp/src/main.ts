#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { connect } from '@tasman/cli/connection'
import { createClient } from '@tasman/client'
import { createHttp } from './http.ts'
import { createServer } from './server.ts'

// stdio unless --port is given. The connection is the one of `tasman login`, or TASMAN_TOKEN.
const { values } = parseArgs({
  options: {
    url: { type: 'string' },
    port: { type: 'string' },
    'public-url': { type: 'string' },
    'no-confirmation': { type: 'boolean' },
  },
})
const baseUrl = values.url ?? process.env.TASMAN_URL ?? 'http://127.0.0.1:8080'
const isConfirmationNeeded = !values['no-confirmation']

if (values.port) {
  const publicUrl = values['public-url'] ?? `http://127.0.0.1:${values.port}`
  createHttp({ baseUrl, publicUrl, isConfirmationNeeded }).listen(Number(values.port), '127.0.0.1', () =>
    console.error(`The MCP server is ready at ${publicUrl}/mcp.`),
  )
} else {
  const token = process.env.TASMAN_TOKEN
  const api = token ? createClient({ baseUrl, token }) : connect((line) => console.error(line))
  await createServer(api, { isConfirmationNeeded }).connect(new StdioServerTransport())
}

import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { readArguments, UsageError, webAddress } from '@tasman/cli/arguments'
import { chooseAddress, connect } from '@tasman/cli/connection'
import { createHttp } from './http.ts'
import { createServer, type ServerOptions } from './server.ts'

// Uses stdio unless --port is given. The login comes from `tasman login`, or from TASMAN_TOKEN with TASMAN_URL.
const FLAGS = {
  url: { type: 'string', value: '<server>' },
  profile: { type: 'string', value: '<name>' },
  port: { type: 'string', value: '<number>' },
  'public-url': { type: 'string', value: '<url>' },
  'no-confirmation': { type: 'boolean' },
  'read-only': { type: 'boolean' },
  help: { type: 'boolean' },
} as const
const USAGE =
  'tasman-mcp [--profile <name>] [--url <server>] [--read-only | --no-confirmation] [--port <number> [--public-url <url>]]'

/** Starts the server by its arguments. Returns the exit code if it cannot start. */
export async function start(args: readonly string[]): Promise<number> {
  try {
    const { values, words } = readArguments(args, FLAGS)
    const [surplus] = words
    if (surplus !== undefined) throw new UsageError(`Unknown argument: ${surplus}.`)
    if (values.help) console.error(`Usage: ${USAGE}`)
    else
      await serve(values as Record<string, string | undefined>, {
        isConfirmationNeeded: !values['no-confirmation'],
        isReadOnly: values['read-only'] === true,
      })
    return 0
  } catch (error) {
    const isUsage = error instanceof UsageError
    console.error(`${(error as Error).message}${isUsage ? `\nUsage: ${USAGE}` : ''}`)
    return isUsage ? 2 : 1
  }
}

async function serve(
  options: Record<string, string | undefined>,
  wish: Pick<ServerOptions, 'isConfirmationNeeded' | 'isReadOnly'>,
): Promise<void> {
  const { port, url, profile } = options
  if (port === undefined) {
    if (options['public-url']) throw new UsageError('--public-url needs --port.')
    const api = connect((line) => console.error(line), { url, profile })
    return createServer(api, wish).connect(new StdioServerTransport())
  }
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535)
    throw new UsageError('--port must be a number from 1 to 65535.')
  // Callers send their own tokens for the service at this address. They never get to use a stored login.
  const baseUrl = chooseAddress({ url, profile })
  const named = webAddress(options['public-url'], 'public-url')
  const publicUrl = named?.replace(/\/+$/, '') ?? `http://127.0.0.1:${port}`
  const server = createHttp({ baseUrl, publicUrl, ...wish })
  server.on('error', (error: NodeJS.ErrnoException) => {
    console.error(error.code === 'EADDRINUSE' ? `Port ${port} is in use.` : error.message)
    process.exit(1)
  })
  server.listen(Number(port), '127.0.0.1', () =>
    console.error(`The MCP server is ready at ${publicUrl}/mcp, for the service at ${baseUrl}.`),
  )
}

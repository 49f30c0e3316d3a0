import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { isWaiting, type TasmanClient, TasmanError } from '@tasman/client'
import { z } from 'zod'
import { type Confirmations, createConfirmations } from './confirm.ts'
import { questionFor } from './describe.ts'
import { mask } from './mask.ts'
import { listPages } from './pages.ts'
import { closed } from './requests.ts'
import { READS } from './tools.ts'
import { WRITES, type Write } from './writes.ts'

export type ServerOptions = {
  /** When false, writes run without confirmation. Use it only where no one else's money is paid. */
  isConfirmationNeeded?: boolean
  /** Offers no tools that write. */
  isReadOnly?: boolean
  /** Shared between servers if each request has its own server. */
  confirmations?: Confirmations
  /** Identifies the caller when several callers share `confirmations`. */
  caller?: string
  /** Shows a code to the person and not to the model. Default: stderr of this program. */
  showCode?: (line: string) => void
}

type Args = Record<string, unknown>

const INSTRUCTIONS =
  'Payroll of Australian and New Zealand employers. Figures come from the service: never calculate pay, tax or super yourself. Before anything is written call the preview and show the person what it says. The write then asks the person itself, or needs the code that only they see. Lists come in pages (next_offset). Tax and account numbers are masked. Ask explain_pay why a figure is what it is.'

/** Creates the MCP server for one connection to the service. */
export function createServer(api: TasmanClient, options: ServerOptions = {}): McpServer {
  const server = new McpServer({ name: 'tasman', version: '0.2.0' }, { instructions: INSTRUCTIONS })
  for (const tool of READS)
    server.registerTool(
      tool.name,
      {
        title: tool.title,
        description: tool.does,
        inputSchema: tool.takes,
        outputSchema: tool.gives,
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      (args) => answer(() => tool.run(api, args as never)),
    )
  if (!options.isReadOnly) for (const tool of WRITES) registerWrite(server, api, tool, options)
  registerResources(server, api)
  return server
}

function registerWrite(server: McpServer, api: TasmanClient, tool: Write, options: ServerOptions): void {
  const { isConfirmationNeeded = true, confirmations = createConfirmations(), caller = '' } = options
  const { showCode = (line) => console.error(line) } = options
  const canAsk = () => server.server.getClientCapabilities()?.elicitation !== undefined

  server.registerTool(
    `preview_${tool.name}`,
    {
      title: `Preview: ${tool.title}`,
      description: `Previews ${tool.name}; nothing is stored.`,
      inputSchema: tool.takes,
      outputSchema: { preview: ANYTHING, next: z.string().describe('What to do next.') },
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (args) =>
      answer(async () => {
        const preview = await tool.send(api, args as Args, true)
        if (!isConfirmationNeeded || canAsk())
          return { preview, next: `Show it to the person, then call ${tool.name} with the same arguments.` }
        const code = confirmations.give(tool.name, args, caller)
        showCode(
          `Code for ${tool.name}: ${code}. Give it to the assistant only if you agree with the preview.`,
        )
        return { preview, next: 'Show it to the person and ask for the code, which only they see.' }
      }),
  )
  server.registerTool(
    tool.name,
    {
      title: tool.title,
      description: `${tool.does} Call preview_${tool.name} first, with the same arguments.`,
      inputSchema: closed({ ...tool.takes.shape, confirmation: CONFIRMATION }),
      outputSchema: {
        result: ANYTHING,
        next: z.string().optional().describe('What must happen before the write is carried out.'),
      },
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
    },
    ({ confirmation, ...args }: Record<string, unknown>) =>
      answer(async () => {
        const agree = async () =>
          canAsk()
            ? askPerson(server, tool.title, mask(await tool.send(api, args as Args, true)))
            : confirmations.take(tool.name, args, confirmation as string | undefined, caller)
        const refusal = isConfirmationNeeded ? await agree() : null
        if (refusal) throw new Error(refusal)
        const result = await tool.send(api, args, false)
        return isWaiting(result) ? { result, next: WAITS } : { result: result ?? { done: true } }
      }),
  )
}

const WAITS =
  'Nothing was done yet. The company requires two people: someone else has to approve it in the web app, under Approvals.'

/** Asks through the client, which shows the question to the person and not to the model. */
async function askPerson(server: McpServer, title: string, preview: unknown): Promise<string | null> {
  const { action, content } = await server.server.elicitInput({
    message: questionFor(title, preview),
    requestedSchema: {
      type: 'object',
      properties: { allow: { type: 'boolean', title: 'Allow', description: 'Carry it out now.' } },
      required: ['allow'],
    },
  })
  return action === 'accept' && content?.allow === true ? null : 'The person did not allow it.'
}

const ANYTHING = z.unknown().describe('As the API returns it.')
const CONFIRMATION = z
  .string()
  .optional()
  .describe('The code that the person was shown, where the program cannot ask them itself.')

function registerResources(server: McpServer, api: TasmanClient): void {
  server.registerResource(
    'pay-explanation',
    new ResourceTemplate('tasman://companies/{company_id}/pays/{pay_id}/explanation', { list: undefined }),
    {
      description: 'The steps that lead to every figure of a pay, each with its rule and source.',
      mimeType: 'application/json',
    },
    async (uri, { company_id, pay_id }) => {
      const path = { company_id: Number(company_id), pay_id: Number(pay_id) }
      const explanation = await api.get('/api/company/{company_id}/pays/{pay_id}/explanation', { path })
      return {
        contents: [{ uri: uri.href, mimeType: 'application/json', text: JSON.stringify(mask(explanation)) }],
      }
    },
  )
  const law = {
    description: 'The law bundle and tables that the service calculates with.',
    mimeType: 'application/json',
  }
  server.registerResource('law', 'tasman://law', law, async (uri) => ({
    contents: [{ uri: uri.href, ...law, text: JSON.stringify(await api.get('/api/meta/law')) }],
  }))
  for (const { name, title, mimeType, read } of listPages())
    server.registerResource(name, `tasman://${name}`, { title, mimeType }, async (uri) => ({
      contents: [{ uri: uri.href, mimeType, text: read() }],
    }))
}

/** Returns the result with numbers masked. If the service refuses the call, the result has its message. */
async function answer(work: () => Promise<object>) {
  try {
    const structuredContent = mask(await work()) as Record<string, unknown>
    return {
      structuredContent,
      content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }],
    }
  } catch (error) {
    const text = error instanceof TasmanError ? `${error.status}: ${error.message}` : (error as Error).message
    return { isError: true, content: [{ type: 'text' as const, text }] }
  }
}

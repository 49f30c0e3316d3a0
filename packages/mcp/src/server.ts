import { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js'
import { type TasmanClient, TasmanError } from '@tasman/client'
import { z } from 'zod'
import { type Confirmations, createConfirmations } from './confirm.ts'
import { mask } from './mask.ts'
import { listPages } from './pages.ts'
import { READS, WRITES } from './tools.ts'

export type ServerOptions = {
  /** Off: writes are carried out without a preview. Only where nobody else's money is moved. */
  isConfirmationNeeded?: boolean
  /** Shared where a server is made for each request. */
  confirmations?: Confirmations
}

const INSTRUCTIONS =
  'Payroll of Australian and New Zealand employers. Figures come from the service: never calculate pay, tax or super yourself. Before anything is written call the preview, show the person what it says, and send its confirmation only after they agreed. Tax and account numbers are masked. Ask explain_pay why a figure is what it is.'

/** The MCP server over one connection to the service. */
export function createServer(api: TasmanClient, options: ServerOptions = {}): McpServer {
  const { isConfirmationNeeded = true, confirmations = createConfirmations() } = options
  const server = new McpServer({ name: 'tasman', version: '0.2.0' }, { instructions: INSTRUCTIONS })

  for (const tool of READS)
    server.registerTool(
      tool.name,
      {
        description: tool.does,
        inputSchema: tool.takes,
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      (args) => answer(() => tool.run(api, args as never)),
    )
  for (const tool of WRITES) {
    server.registerTool(
      `preview_${tool.name}`,
      {
        description: `What ${tool.name} would do; nothing is stored. Gives the confirmation that ${tool.name} needs.`,
        inputSchema: tool.takes,
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      (args) =>
        answer(async () => ({
          preview: await tool.preview(api, args as never),
          confirmation: confirmations.give(tool.name, args),
        })),
    )
    server.registerTool(
      tool.name,
      {
        description: `${tool.does} Needs the confirmation of preview_${tool.name} with the same arguments.`,
        inputSchema: { ...tool.takes, confirmation: CONFIRMATION },
        annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: false },
      },
      ({ confirmation, ...args }: Record<string, unknown>) =>
        answer(async () => {
          const refusal = isConfirmationNeeded
            ? confirmations.take(tool.name, args, confirmation as string | undefined)
            : null
          if (refusal) throw new Error(refusal)
          return tool.run(api, args as never)
        }),
    )
  }
  registerResources(server, api)
  return server
}

const CONFIRMATION = z.string().optional().describe('What the preview gave.')

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
  for (const { name, title, mimeType, read } of listPages())
    server.registerResource(name, `tasman://${name}`, { title, mimeType }, async (uri) => ({
      contents: [{ uri: uri.href, mimeType, text: read() }],
    }))
}

/** The result as text, numbers masked; a refusal of the service is an answer too, with its sentence. */
async function answer(work: () => Promise<unknown>) {
  try {
    return {
      content: [{ type: 'text' as const, text: JSON.stringify(mask((await work()) ?? { done: true })) }],
    }
  } catch (error) {
    const text = error instanceof TasmanError ? `${error.status}: ${error.message}` : (error as Error).message
    return { isError: true, content: [{ type: 'text' as const, text }] }
  }
}

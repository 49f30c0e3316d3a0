import { type Html, html } from '../../../http/html.ts'
import type { Json, JsonObject } from '../../../http/json.ts'
import { documentOf } from '../../../http/openapi.ts'
import type { App } from '../../../http/types.ts'

/*
 * The first page of the API documentation: every operation in plain HTML without scripts, so it loads at once
 * on any machine. The interactive reference, which needs megabytes of script, is one click away.
 */

type Operation = {
  method: string
  path: string
  id: string
  summary: string
  description: string
  tag: string
  parameters: JsonObject[]
}

const STYLE = `
:root{color-scheme:light dark;--ink:#1b2422;--soft:#51605d;--line:#d6dedc;--paper:#fff;--accent:#0f5e63}
@media (prefers-color-scheme:dark){:root{--ink:#e7eeec;--soft:#a8b8b4;--line:#313e3c;--paper:#141b1a;--accent:#7fd1cb}}
body{font:16px/1.5 system-ui,sans-serif;color:var(--ink);background:var(--paper);max-width:64rem;margin:0 auto;padding:1.5rem 1rem 4rem}
a{color:var(--accent)}h1{margin:0 0 .25rem}h2{margin:2.5rem 0 .25rem;font-size:1.2rem}p{margin:.25rem 0 .75rem;overflow-wrap:anywhere}
.soft{color:var(--soft)}nav ul{columns:3 14rem;padding-left:1.1rem}details{border-top:1px solid var(--line);padding:.5rem 0}
summary{cursor:pointer;overflow-wrap:anywhere}code{font:.9em ui-monospace,monospace}
summary b{display:inline-block;min-width:4rem;font:600 .85em ui-monospace,monospace;color:var(--accent)}
li{overflow-wrap:anywhere}`

/** The index page. It is the same for everyone. */
export function writeIndex(app: App): string {
  const document = documentOf(app)
  const byTag = Map.groupBy(operationsOf(document), ({ tag }) => tag)
  const tags = listOf(document.tags).filter(({ name }) => byTag.has(textOf(name)))
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tasman Payroll API</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${STYLE}</style></head><body><main>
<h1>Tasman Payroll API</h1>
<p>Every operation by its group. <a href="/api/docs/reference">Open the interactive reference</a> to try calls and to see every field.
The <a href="/api/openapi.json">OpenAPI document</a> is for programs; <a href="/docs/">the guides</a> explain how to start.</p>
<nav aria-label="Groups"><ul>${tags.map(({ name }) => html`<li><a href="#${slugOf(textOf(name))}">${textOf(name)}</a></li>`)}</ul></nav>
${tags.map((tag) => groupOf(tag, byTag.get(textOf(tag.name)) ?? []))}
</main></body></html>`.text
}

function groupOf(tag: JsonObject, operations: readonly Operation[]): Html {
  const name = textOf(tag.name)
  return html`<section id="${slugOf(name)}"><h2>${name}</h2><p class="soft">${textOf(tag.description)}</p>
${operations.map(detailsOf)}</section>`
}

function detailsOf({ id, method, path, summary, description, parameters }: Operation): Html {
  return html`<details id="${id}"><summary><b>${method}</b> <code>${path}</code> ${summary}</summary>
<p>${description}</p>${
    parameters.length > 0 &&
    html`<ul>${parameters.map(
      (each) =>
        html`<li><code>${textOf(each.name)}</code> <span class="soft">${textOf(each.in)}${each.required === true && ', required'}</span> ${textOf(each.description)}</li>`,
    )}</ul>`
  }<p class="soft"><a href="/api/schema/endpoints/${slugOf(id.replace(/[A-Z]/g, '-$&'))}.json">Request and answer as JSON Schema</a></p></details>
`
}

function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(objectOf(document.paths)).flatMap(([path, item]) =>
    Object.entries(objectOf(item)).map(([method, raw]) => {
      const operation = objectOf(raw)
      const [tag] = Array.isArray(operation.tags) ? operation.tags : []
      return {
        method: method.toUpperCase(),
        path,
        id: textOf(operation.operationId),
        summary: textOf(operation.summary),
        description: textOf(operation.description),
        tag: textOf(tag),
        parameters: listOf(operation.parameters),
      }
    }),
  )
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(' ', '-')
const textOf = (json: Json | undefined) => (typeof json === 'string' ? json : '')
const listOf = (json: Json | undefined) => (Array.isArray(json) ? json.map(objectOf) : [])

function objectOf(json: Json | undefined): JsonObject {
  return json && typeof json === 'object' && !Array.isArray(json) ? json : {}
}

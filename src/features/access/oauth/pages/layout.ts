import type { FastifyReply } from 'fastify'
import { type Html, html } from '../../../../http/html.ts'
import type { PageBrand } from '../../../platform/branding/index.ts'

/** Sends a full page, with the customer's branding if it has any. The pages work without JavaScript. */
export function sendPage(
  reply: FastifyReply,
  status: number,
  title: string,
  content: Html,
  brand?: PageBrand | undefined,
): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · ${brand?.name ?? 'Tasman Payroll'}</title>
<link rel="stylesheet" href="/assets/pages.css">
${brand?.css && html`<style>${brand.css}</style>`}
</head>
<body>
<header>${brand?.header ?? html`Tasman <span>Payroll</span>`}</header>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`
  return reply.code(status).type('text/html; charset=utf-8').send(page.text)
}

/** The hidden field that proves the form came from this service. */
export function formField(token: string): Html {
  return html`<input type="hidden" name="form_token" value="${token}">`
}

/** An error message, announced by screen readers. */
export function problem(sentence: string | undefined): Html | undefined {
  return sentence === undefined ? undefined : html`<p class="problem" role="alert">${sentence}</p>`
}

/** An error page with a title and one sentence. */
export function sendErrorPage(reply: FastifyReply, status: number, title: string, sentence: string) {
  return sendPage(reply, status, title, html`<p>${sentence}</p>`)
}

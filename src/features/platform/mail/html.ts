import { type Html, html } from '../../../http/html.ts'
import type { MailAttachment } from '../../../ports/mail/port.ts'
import type { PrintBrand } from '../branding/index.ts'
import { unlinked } from './words.ts'

const LOGO_ID = 'logo'

/**
 * An email in the customer's branding: the same text, with logo and colours. `linkStarts` marks the service's
 * own links.
 */
export function brandedMail(
  text: string,
  linkStarts: readonly number[],
  brand: PrintBrand,
): { html: string; attachments: MailAttachment[] } {
  const { logo } = brand
  const name = brand.name && unlinked(brand.name)
  const colour = brand.primary ?? '#0f5e63'
  const head = logo
    ? html`<img src="cid:${LOGO_ID}" alt="${name ?? ''}" height="${Math.min(48, logo.height)}">`
    : html`<strong style="color:${colour}">${name ?? 'Tasman Payroll'}</strong>`
  const page = html`<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;color:#1b2422">
<div style="max-width:560px;margin:0 auto;padding:24px">
<p style="border-bottom:3px solid ${brand.accent ?? colour};padding-bottom:12px">${head}</p>
${paragraphsOf(text, linkStarts, colour)}
</div></body></html>`
  const attachments = logo
    ? [{ name: 'logo.png', mediaType: 'image/png', content: logo.png, contentId: LOGO_ID }]
    : []
  return { html: page.text, attachments }
}

function paragraphsOf(text: string, linkStarts: readonly number[], colour: string): Html[] {
  const paragraphs: Html[] = []
  let start = 0
  for (const part of text.split('\n\n')) {
    const link = linkStarts.find((at) => at >= start && at < start + part.length)
    const words = link === undefined ? part : part.slice(0, link - start)
    const address = part.slice(words.length)
    if (part.trim() !== '')
      paragraphs.push(
        html`<p>${linesOf(words)}${address && html`<a href="${address}" style="color:${colour}">${address}</a>`}</p>`,
      )
    start += part.length + '\n\n'.length
  }
  return paragraphs
}

function linesOf(text: string): Html[] {
  return text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`)
}

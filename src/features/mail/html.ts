import { type Html, html } from '../../http/html.ts'
import type { MailAttachment } from '../../ports/mail/port.ts'
import type { PrintBrand } from '../branding/index.ts'

const LOGO_ID = 'logo'
const LINK = /^https?:\/\/\S+$/

/** A mail in the customer's branding: the same words as its text, with logo and colours. */
export function brandedMail(
  text: string,
  brand: PrintBrand,
): { html: string; attachments: MailAttachment[] } {
  const { name, logo } = brand
  const colour = brand.primary ?? '#0f5e63'
  const head = logo
    ? html`<img src="cid:${LOGO_ID}" alt="${name ?? ''}" height="${Math.min(48, logo.height)}">`
    : html`<strong style="color:${colour}">${name ?? 'Tasman Payroll'}</strong>`
  const page = html`<!doctype html><html lang="en"><body style="font:16px/1.5 sans-serif;color:#1b2422">
<div style="max-width:560px;margin:0 auto;padding:24px">
<p style="border-bottom:3px solid ${brand.accent ?? colour};padding-bottom:12px">${head}</p>
${text.split(/\n{2,}/).map((part) => paragraph(part, colour))}
</div></body></html>`
  const attachments = logo
    ? [{ name: 'logo.png', mediaType: 'image/png', content: logo.png, contentId: LOGO_ID }]
    : []
  return { html: page.text, attachments }
}

function paragraph(text: string, colour: string): Html {
  if (LINK.test(text)) return html`<p><a href="${text}" style="color:${colour}">${text}</a></p>`
  return html`<p>${text.split('\n').map((line, index) => html`${index > 0 && html`<br>`}${line}`)}</p>`
}

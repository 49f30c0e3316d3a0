import { HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import { notFound } from '../../../kernel/problem.ts'
import { addMonths } from '../../../kernel/values/dates.ts'
import type { Service } from '../../../service.ts'

/** RFC 9116: the security contact, when the operator has set one. */
export function securityTextRoutes({ settings, clock }: Service) {
  return async (app: App): Promise<void> => {
    app.get(
      '/.well-known/security.txt',
      { schema: HIDDEN, config: { scope: 'public', limit: 'lookup' } },
      async (_request, reply) => {
        const { securityContact } = settings
        if (securityContact === '') throw notFound('Not Found')
        const contact = securityContact.includes(':') ? securityContact : `mailto:${securityContact}`
        return reply
          .type('text/plain; charset=utf-8')
          .send(
            `Contact: ${contact}\nExpires: ${addMonths(clock.today(), 6)}T00:00:00Z\nPreferred-Languages: en\n`,
          )
      },
    )
  }
}

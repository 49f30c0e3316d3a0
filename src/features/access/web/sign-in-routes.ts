import { Type } from 'typebox'
import { closed, HIDDEN } from '../../../http/schema.ts'
import type { App } from '../../../http/types.ts'
import type { Service } from '../../../service.ts'
import { signInWithCode, signInWithPassword } from '../oauth/index.ts'
import { requireOwnPage } from './guard.ts'
import { answerStep } from './sign-in-step.ts'

const config = { scope: 'public', limit: 'lookup' } as const
const Password = closed({
  email: Type.String({ minLength: 1, maxLength: 320 }),
  password: Type.String({ minLength: 1, maxLength: 1000 }),
})
const Code = closed({ code: Type.String({ minLength: 1, maxLength: 40 }) })

/**
 * Sign-in in the web app's own dialog, for a session that ended while the person was typing. It checks and
 * counts like the sign-in page. Instead of a form token it requires the header that only our own scripts can
 * send.
 */
export function ownSignInRoutes(service: Service) {
  return async (app: App): Promise<void> => {
    app.post(
      '/app/own/sign-in',
      { schema: { ...HIDDEN, body: Password }, config },
      async (request, reply) => {
        requireOwnPage(request, service.settings.publicUrl)
        return answerStep(await signInWithPassword(service, request, reply, request.body))
      },
    )

    app.post(
      '/app/own/sign-in/code',
      { schema: { ...HIDDEN, body: Code }, config },
      async (request, reply) => {
        requireOwnPage(request, service.settings.publicUrl)
        return answerStep(await signInWithCode(service, request, reply, request.body.code))
      },
    )
  }
}

/** The identity provider did not do what OpenID Connect asks of it. The message names no secret. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}
